import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src-service/store/sqlite/database.ts'
import { createSqliteStore } from '../../src-service/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src-service/store/store.ts'
import { ignoreInUse } from './temporary-folder.ts'

let empty: Buffer | undefined

/**
 * Creates the database file with its tables, which spares a service the 30 ms of creating them; an existing file is
 * kept.
 */
export function putEmptyDatabase(file: string): void {
  empty ??= emptyDatabase()
  if (!existsSync(file)) writeFileSync(file, empty)
}

export function openSqliteStore(file: string): Store {
  putEmptyDatabase(file)
  return createSqliteStore(file)
}

function emptyDatabase(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'empty-database-'))
  try {
    const file = join(folder, 'service.db')
    const database = openDatabase(file)
    // Moves the write-ahead log into the file itself.
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    database.close()
    return readFileSync(file)
  } finally {
    try {
      rmSync(folder, { recursive: true, force: true })
    } catch (error) {
      ignoreInUse(error as NodeJS.ErrnoException)
    }
  }
}
