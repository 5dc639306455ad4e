import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { chmod, chown, mkdir, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { syncFolder } from './sync-folder.ts'

interface WriteOptions {
  /** Of a file that is new. Read by its owner alone where nothing is said. */
  readonly mode?: number
  /** One that is written over has the permissions of one that is new, and not the former one's. */
  readonly anew?: boolean
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
  { mode = 0o600, anew = false, ending = `.${randomUUID()}.part`, before }: WriteOptions = {},
): Promise<string> {
  const target = await whereItIs(path)
  const draft = `${target}${ending}`
  const former = await stat(target).catch(() => null)
  try {
    await writeFile(draft, content, { flush: true, mode })
    if (former !== null && !anew) await keepPermissions(draft, former)
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
  const target = await writeWhole(path, content, { anew: true, ending: '.new', before })
  await syncFolder(dirname(target))
}

/** What a group may do is for the same group alone. A disk that has no permissions of files' own refuses to change them. */
async function keepPermissions(draft: string, former: Stats): Promise<void> {
  const made = await stat(draft)
  const isOfGroup =
    made.gid === former.gid ||
    (await chown(draft, made.uid, former.gid).then(
      () => true,
      () => false,
    ))
  const mode = former.mode & (isOfGroup ? 0o777 : 0o707)
  if ((made.mode & 0o777) === mode) return
  await chmod(draft, mode).catch((error: unknown) => {
    if ((made.mode & 0o777 & ~mode) !== 0) throw error
  })
}

/** Where a link leads, also one to a file that is not there yet. */
async function whereItIs(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    // Links that lead to each other are there, and lead nowhere.
    const isNotThere = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const target = isNotThere ? await readlink(path).catch(() => null) : null
    return target === null ? path : whereItIs(resolve(await realpath(dirname(path)), target))
  }
}
