import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { markIn } from '../store/left-in-sqlite.ts'
import { type MoveMark, markText, moveMark, moveNote } from '../store/move-marks.ts'
import { connect, type Database, openDatabase } from '../store/sqlite/database.ts'
import { bookColumns, openBooks } from './bank-books.ts'
import { asKept, type MovedRow, type MovedTable, type Schema } from './what-is-moved.ts'

/** The database in the service's folder, which nobody else has while it is locked. */
export interface SqliteSource {
  /** The move that was begun here last, or now. */
  readonly begun: MoveMark
  schema(): Schema
  count(table: MovedTable): number
  /** Every row that is to be there afterwards, read anew with each call. */
  rows(table: MovedTable): Iterable<MovedRow>
  /** From this commit on PostgreSQL is the one that counts. On the disk when it returns. */
  markMoved(target: Pick<MoveMark, 'place' | 'attempt'>, at: number): void
  close(): void
}

/** @returns the mark of a database that was moved; null when it was not. Its tables are not looked at. */
export function markOf(file: string): MoveMark | null {
  const database = connect(file)
  try {
    return markIn(database, moveMark)
  } finally {
    database.close()
  }
}

/** Brings the database forward, as a start of the service does. @throws when it was written by a newer program, or moved */
export function openSource(file: string, folder: string, at: number): SqliteSource {
  const database = openDatabase(file)
  const books = openBooks(folder, database)
  // As a start on SQLite does: whoever held these keys is dead.
  database.exec('DELETE FROM idempotency_records WHERE status IS NULL')
  const put = (number: number, mark: MoveMark) =>
    void database
      .prepare(
        'INSERT INTO migrations (number, name) VALUES (?, ?) ON CONFLICT (number) DO UPDATE SET name = excluded.name',
      )
      .run([number, markText(mark)])
  let begun = markIn(database, moveNote)
  if (begun === null) {
    begun = {
      state: 'begun',
      move: randomUUID(),
      attempt: null,
      place: `${resolve(folder)} (${hostname()})`,
      at,
    }
    put(moveNote, begun)
  }
  const { move } = begun
  const isOfBanks = (table: MovedTable) =>
    table.name === 'sandbox_entries' || table.name === 'sandbox_reports'
  return {
    begun,
    schema: () => schemaOf(database),
    count: (table) => {
      const counted = database.prepare(`SELECT count(*) AS rows FROM (${table.count})`).get()
      return (counted as { readonly rows: number }).rows + (isOfBanks(table) ? books.count(table.name) : 0)
    },
    *rows(table) {
      const every = database.prepare(table.read).raw().iterate()
      for (const row of every as Iterable<Parameters<typeof asKept>[0]>) yield asKept(row)
      if (!isOfBanks(table)) return
      const order = table.columns.map((column) => bookColumns.indexOf(column))
      for (const row of books.rows(table.name)) yield order.map((from) => row[from] ?? null)
    },
    markMoved: ({ place, attempt }, markedAt) => {
      put(moveMark, { state: 'moved', move, attempt, place, at: markedAt })
      try {
        // A copy of the file alone has the mark, too.
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch {
        // It is decided: the log has the mark, and every program reads it there.
      }
    },
    close: () => {
      books.close()
      database.close()
    },
  }
}

function schemaOf(database: Database): Schema {
  const columns = database
    .prepare(
      `SELECT tables.name AS name, columns.name AS kept FROM sqlite_schema AS tables
       JOIN pragma_table_info(tables.name) AS columns
       WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%' ORDER BY tables.name, columns.cid`,
    )
    .all() as readonly { readonly name: string; readonly kept: string }[]
  const schema = new Map<string, string[]>()
  for (const { name, kept } of columns) schema.set(name, [...(schema.get(name) ?? []), kept])
  return schema
}
