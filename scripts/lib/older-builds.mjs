import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Removes the files that the last build did not write. A running program may still load chunks of the build that it was
 * started from: their names contain a hash, so that they can stay beside those of the next build.
 *
 * @param {string} folder
 * @param {string} beganFile contains the start of the last successful build, in ms; without it the whole folder is
 * removed
 */
export const removeOlderThanLastBuild = async (folder, beganFile) => {
  const began = Number(await readFile(beganFile, 'utf8').catch(() => 'never'))
  if (Number.isNaN(began)) return await rm(folder, { recursive: true, force: true })
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
  for (const file of files) if ((await stat(file)).mtimeMs < began) await rm(file)
}
