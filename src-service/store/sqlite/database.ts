import { migrations } from '../migrations.ts'
import { movedAway, moveMark, readMark } from '../move-marks.ts'
import { type Database, openDurable } from './durable-file.ts'

/** Opens a connection to the service's own database. */
export function connect(file: string): Database {
  const database = openDurable(file)
  database.exec(`
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -32000;
  `)
  return database
}

/**
 * Opens or creates a database file and migrates it.
 * @param onUpdating called before a file of an older version is migrated; large files take longer
 * @throws when the file was written by a newer version, or moved to PostgreSQL.
 */
export function openDatabase(file: string, onUpdating?: () => void): Database {
  const database = connect(file)
  try {
    migrate(database, onUpdating)
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/**
 * Closes the database after moving everything into the main file. Without this, up to the last thousand pages (or all
 * of a new database) would be only in the WAL file, and missing from a backup of the main file alone.
 */
export function closeDatabase(database: Database): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // Committed data is on disk either way: the next start reads it from the WAL file.
  }
  database.close()
}

function migrate(database: Database, onUpdating: () => void = () => {}): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    database.exec(
      'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT',
    )
    const { number: applied, name } = lastMigration(database)
    if (applied === moveMark) throw new Error(movedAway(readMark(name)))
    const newest = migrations.at(-1)?.number ?? 0
    if (applied > newest) {
      throw new Error(
        `the database has migration ${applied}, this program knows ${newest}: it was written by a newer version`,
      )
    }
    if (applied > 0 && applied < newest) onUpdating()
    const record = database.prepare('INSERT INTO migrations (number, name) VALUES (?, ?)')
    for (const migration of migrations) {
      if (migration.number <= applied) continue
      database.exec(migration.sql)
      record.run([migration.number, migration.name])
    }
    database.exec('COMMIT')
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK')
    throw error
  }
}

function lastMigration(database: Database): { readonly number: number; readonly name: string } {
  const row = database.prepare('SELECT number, name FROM migrations ORDER BY number DESC LIMIT 1').get()
  return (row as { readonly number: number; readonly name: string } | undefined) ?? { number: 0, name: '' }
}
