import Libsql from 'libsql'
import { migrations } from '../migrations.ts'
import { movedAway, moveMark, readMark } from '../move-marks.ts'

export type Database = Libsql.Database

/** A connection as durable as SQLite gets: a commit has reached the disk when it returns. */
export function connect(file: string): Database {
  const database = new Libsql(file)
  database.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA foreign_keys = ON;
    PRAGMA temp_store = MEMORY;
    PRAGMA cache_size = -32000;
  `)
  return database
}

/**
 * Opens (or makes) a database file, with the tables as this program knows them.
 * @param onUpdating the file is an older program's and is brought forward now, which takes as long as it is large
 * @throws when the file was written by a newer program, or moved to PostgreSQL.
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
 * Closes it with everything in the one file. Closed without this, as many as the last thousand pages, or all there is in
 * a young database, are in the log beside it, and whoever copies the file alone has a backup without them.
 */
export function closeDatabase(database: Database): void {
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch {
    // What was committed is on the disk either way: the next start reads it in the log.
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
