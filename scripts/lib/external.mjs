import { createHash } from 'node:crypto'
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fromCache, fromRoot } from './paths.mjs'
import { npm, runOrThrow } from './run.mjs'

/**
 * Installs a third-party program that a check or a benchmark needs and the product does not: below .cache/ on first
 * use, as the lockfile in scripts/external/<tool>/ names it.
 *
 * @param {string} tool @param {ReturnType<typeof import('./progress.mjs').createProgress>['step']} step reports its
 * progress
 * @returns {Promise<string>} its folder
 */
export const installExternal = async (tool, step) => {
  const source = fromRoot('scripts', 'external', tool)
  const folder = fromCache('external', tool)
  const lockfile = await readFile(join(source, 'package-lock.json'))
  const wanted = createHash('sha256').update(lockfile).digest('hex')
  const stamp = join(folder, 'installed')
  await mkdir(folder, { recursive: true })
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return folder
  await step(`installing ${tool}`, `installed ${tool}`, async () => {
    for (const file of ['package.json', 'package-lock.json'])
      await copyFile(join(source, file), join(folder, file))
    const { command, args } = npm(['ci', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'])
    await runOrThrow(command, args, { cwd: folder })
    await writeFile(stamp, wanted)
  })
  return folder
}
