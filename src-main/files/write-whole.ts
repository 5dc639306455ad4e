import { randomUUID } from 'node:crypto'
import type { Stats } from 'node:fs'
import { chmod, chown, mkdir, readlink, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { moveFile } from './move-file.ts'
import { syncFolder } from './sync-folder.ts'

interface WriteOptions {
  /** Permissions of a new file; by default only the owner may read it. */
  readonly mode?: number
  /** An overwritten file gets the permissions of a new one instead of keeping its own. */
  readonly anew?: boolean
  /** Suffix of the new file's name until it is complete. */
  readonly ending?: string
  /** Called with the former file once the new one is completely on the disk. */
  readonly before?: ((path: string) => Promise<void>) | undefined
}

/**
 * Writes a file that appears only when it is complete: a failure midway leaves the former file as it was, and no other
 * file. A symbolic link is followed, and stays.
 *
 * @returns the path that was written: the target of a symbolic link
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
    await moveFile(draft, target)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
  return target
}

/**
 * Like `writeWhole`, for a file of the program itself: creates its folder if missing, and makes the new name durable.
 */
export async function replaceFile(
  path: string,
  content: string | Uint8Array,
  before?: (path: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  // Overwrites a draft left by a process that was killed here.
  const target = await writeWhole(path, content, { anew: true, ending: '.new', before })
  await syncFolder(dirname(target))
}

/** Group permissions are kept only for the same group. A disk without file permissions refuses to change them. */
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

/** The target of a link, also of one to a missing file. */
async function whereItIs(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    // Links that lead to each other exist but have no target.
    const isNotThere = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const target = isNotThere ? await readlink(path).catch(() => null) : null
    return target === null ? path : whereItIs(resolve(await realpath(dirname(path)), target))
  }
}
