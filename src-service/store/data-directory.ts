import { chmodSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'

export interface DataDirectory {
  readonly path: string
  readonly databaseFile: string
  /** Releases the lock, so that another process can use the folder. */
  release(): void
}

/**
 * Makes the folder and locks it: two services on one database would each rely on their own in-memory state. The lock is
 * an operating system lock on an empty SQLite file, so the system releases it however the process ends.
 * @throws when another process holds the lock.
 */
export function openDataDirectory(path: string): DataDirectory {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  closeToOthers(path)
  const lock = new Libsql(join(path, 'service.lock'))
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    throw new Error(
      `the data folder ${path} is in use by another service; stop that one, or give another --data`,
      {
        cause: error,
      },
    )
  }
  return { path, databaseFile: join(path, 'service.db'), release: () => void lock.close() }
}

/**
 * Restricts the folder and its files to this user. A folder that was made by hand or restored from a backup may be open
 * to other users, who could read the database and the keys, or hold the lock. Windows has no such modes; there the
 * user's folder is private.
 * @throws when the folder belongs to another user.
 */
function closeToOthers(path: string): void {
  if (process.platform === 'win32') return
  try {
    chmodSync(path, 0o700)
  } catch (error) {
    throw new Error(`the data folder ${path} belongs to another user; it must be this one's alone`, {
      cause: error,
    })
  }
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isFile()) chmodSync(join(path, entry.name), 0o600)
  }
}
