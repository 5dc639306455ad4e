import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { closeOnWindows } from './windows-folder.ts'

export interface DataDirectory {
  readonly path: string
  readonly databaseFile: string
  /** Why other users may be able to read the folder; null if they are not. On Windows only a new folder is made private. */
  readonly notClosed: string | null
  /** Releases the lock, so that another process can use the folder. */
  release(): void
}

/**
 * Makes the folder and locks it: two services on one database would each rely on their own in-memory state. The lock is
 * an operating system lock on an empty SQLite file, so the system releases it however the process ends.
 * @throws when another process holds the lock, or the folder cannot be written.
 */
export function openDataDirectory(path: string): DataDirectory {
  const isNew = makeFolder(path)
  const notClosed = process.platform === 'win32' ? whyOpenOnWindows(path, isNew) : null
  closeToOthers(path)
  const lock = takeLock(path)
  return { path, databaseFile: join(path, 'service.db'), notClosed, release: () => void lock.close() }
}

/** @returns whether it is new */
function makeFolder(path: string): boolean {
  try {
    return mkdirSync(path, { recursive: true, mode: 0o700 }) !== undefined
  } catch (error) {
    // On a read-only disk Node reports that the folder to be made does not exist.
    throw unwritable(path, error)
  }
}

function takeLock(path: string): Libsql.Database {
  let lock: Libsql.Database | null = null
  try {
    lock = new Libsql(join(path, 'service.lock'))
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    if (codeOf(error) !== 'SQLITE_BUSY') throw unwritable(path, error)
    throw new Error(
      `the data folder ${path} is in use by another service; stop that one, or give another --data`,
      { cause: error },
    )
  }
}

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : null)

const unwritable = (path: string, error: unknown): Error => {
  const why = error instanceof Error ? error.message : String(error)
  return new Error(
    `the data folder ${path} cannot be written (${why}); the disk may be full, damaged or read-only`,
    { cause: error },
  )
}

/**
 * Null for a folder that existed: its rights are what its owner has given. A start does not fail because of them.
 * @param isNew this start has made the folder
 */
export function whyOpenOnWindows(path: string, isNew: boolean, close = closeOnWindows): string | null {
  if (!isNew) return null
  try {
    close(path)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * Restricts the folder and its files to this user. A folder that was made by hand or restored from a backup may be open
 * to other users, who could read the database and the keys, or hold the lock. Windows has no such modes.
 * @throws when the folder belongs to another user.
 */
function closeToOthers(path: string): void {
  if (process.platform === 'win32') return
  try {
    chmodSync(path, 0o700)
  } catch (error) {
    throw notRestricted(path, error)
  }
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(path, entry.name), 0o600)
  }
}

/** Only the owner may change a mode. On a read-only disk nobody may. */
export const notRestricted = (path: string, error: unknown): Error =>
  codeOf(error) === 'EPERM'
    ? new Error(`the data folder ${path} belongs to another user; it must be this one's alone`, {
        cause: error,
      })
    : unwritable(path, error)
