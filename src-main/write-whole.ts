import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { syncFolder } from './sync-folder.ts'

interface WriteOptions {
  /** Of a file that is new; one that is written over keeps its own. Read by its owner alone where nothing is said. */
  readonly mode?: number
  /** What the new one is called until it is whole. */
  readonly ending?: string
  /** What happens to the former one when the new one is on the disk as a whole. */
  readonly before?: ((path: string) => Promise<void>) | undefined
}

/**
 * Writes a file that appears when it is whole: what fails midway leaves the former one as it was, and nothing besides. A
 * symbolic link is written through, and stays.
 *
 * @returns the path of what was written: where a symbolic link led
 */
export async function writeWhole(
  path: string,
  content: string | Uint8Array | AsyncIterable<string>,
  { mode = 0o600, ending = `.${randomUUID()}.part`, before }: WriteOptions = {},
): Promise<string> {
  const target = await whereItIs(path)
  const draft = `${target}${ending}`
  const former = await stat(target).catch(() => null)
  try {
    await writeFile(draft, content, { flush: true, mode })
    // Not by the mode that it is created with, of which the process's mask takes away.
    if (former !== null) await chmod(draft, former.mode & 0o777)
    await before?.(target)
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
  return target
}

/** The same for a file of the program's own: its folder is made where there is none, and has the new name on the disk. */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  before?: (path: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  // What a process left that was cut off here is written over.
  const target = await writeWhole(path, content, { ending: '.new', before })
  await syncFolder(dirname(target))
}

/** Where a link leads, also one to a file that is not there yet. */
async function whereItIs(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch {
    const target = await readlink(path).catch(() => null)
    return target === null ? path : resolve(dirname(path), target)
  }
}
