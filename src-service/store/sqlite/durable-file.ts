import Libsql from 'libsql'

export type Database = Libsql.Database

/** Opens a connection with SQLite's highest durability: a commit is on disk when it returns. */
export function openDurable(file: string): Database {
  const database = new Libsql(file)
  database.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
  `)
  return database
}
