import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { whileBusySync } from '../../src-shared/busy-file.ts'
import { cannotFlushFolders } from '../../src-shared/folder-flush.ts'

/** Files that only their owner may read. The effects of these functions survive a power failure. */

/** @returns null when there is no file. */
export function readSecretFile(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Writes a file atomically. @throws when it exists: a key is never overwritten. */
export function writeSecretFile(path: string, text: string): void {
  const draft = writeDraft(path, text)
  try {
    linkSync(draft, path)
  } catch (error) {
    if (existsSync(path) || !hasNoLinks(error)) throw error
    // No other process can have made the file meanwhile: only one writes in the folder (data-directory.ts).
    renameSync(draft, path)
  } finally {
    whenFree(() => rmSync(draft, { force: true }))
  }
  syncFolder(path)
}

/** On a disk without hard links, such as exFAT; Windows calls it EISDIR there. */
const hasNoLinks = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EINVAL', 'EISDIR'].includes(String(error.code))

/** Replaces an existing file atomically: at any time it is completely the old or the new one. */
export function replaceSecretFile(path: string, text: string): void {
  const draft = writeDraft(path, text)
  whenFree(() => renameSync(draft, path))
  syncFolder(path)
}

export function removeSecretFile(path: string): void {
  whenFree(() => rmSync(path, { force: true }))
  syncFolder(path)
}

function writeDraft(path: string, text: string): string {
  removeDrafts(path)
  const draft = `${path}.${randomBytes(6).toString('hex')}.draft`
  const file = openSync(draft, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  return draft
}

/**
 * Removes drafts of an interrupted process, because they contain keys. Only one process writes in the folder
 * (data-directory.ts).
 */
function removeDrafts(path: string): void {
  const folder = dirname(path)
  const name = basename(path)
  for (const entry of readdirSync(folder)) {
    if (entry.startsWith(`${name}.`) && entry.endsWith('.draft'))
      whenFree(() => rmSync(join(folder, entry), { force: true }))
  }
}

/** On Windows another program may have the file open for a moment. Blocks the thread meanwhile. */
function whenFree(task: () => void): void {
  if (process.platform === 'win32') whileBusySync(task)
  else task()
}

/** A created or removed name is on disk only after its folder is synced. Windows and some disks cannot do that. */
function syncFolder(path: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(dirname(path), 'r')
  try {
    fsyncSync(folder)
  } catch (error) {
    if (!cannotFlushFolders(error)) throw error
  } finally {
    closeSync(folder)
  }
}
