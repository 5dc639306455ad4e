import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'

export interface DataDirectory {
  readonly path: string
  readonly databaseFile: string
  /** Lets another process in. */
  release(): void
}

/**
 * Makes the folder and locks it: two services on one database would each trust what they hold in memory. The lock
 * is the operating system's, held through an empty SQLite file, so that it is gone with the process however that
 * ends.
 * @throws when another process has it.
 */
export function openDataDirectory(path: string): DataDirectory {
  mkdirSync(path, { recursive: true, mode: 0o700 })
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
