import { createHash } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fromRoot } from './paths.mjs'

/** @param {string} path relative to the project @returns {Promise<readonly string[]>} */
const filesBelow = async (path) => {
  const entries = await readdir(fromRoot(path), { recursive: true, withFileTypes: true }).catch((error) => {
    if (error.code === 'ENOTDIR') return undefined
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (!entries) return [fromRoot(path)]
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/**
 * Returns a short text that changes whenever a file below these paths is added, removed or written. It reads sizes and
 * times only, so that a start with nothing to build stays quick.
 *
 * @param {readonly string[]} paths files and folders, relative to the project
 * @param {string} salt other input on which the result depends
 */
export const fingerprint = async (paths, salt) => {
  const files = (await Promise.all(paths.map(filesBelow))).flat().sort()
  const rows = await Promise.all(
    files.map(async (file) => {
      const { size, mtimeMs } = await stat(file)
      return `${file}\0${size}\0${mtimeMs}`
    }),
  )
  return createHash('sha256').update(salt).update(rows.join('\n')).digest('hex')
}
