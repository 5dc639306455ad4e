import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { resolve } from 'node:path'
import { markIn } from '../store/left-in-sqlite.ts'
import { type MoveMark, markText, moveMark, moveNote } from '../store/move-marks.ts'
import { connect, openDatabase } from '../store/sqlite/database.ts'
import type { Database } from '../store/sqlite/durable-file.ts'
import { bookColumns, openBooks } from './bank-books.ts'
import { asKept, type MovedRow, type MovedTable, type Schema } from './what-is-moved.ts'

/** The database in the service's folder, which is locked against other processes. */
export interface SqliteSource {
  /** The last move that was begun here, or the one that begins now. */
  readonly begun: MoveMark
  schema(): Schema
  count(table: MovedTable): number
  /** Returns every row that the target must have afterwards. Each call reads them again. */
  rows(table: MovedTable): Iterable<MovedRow>
  /** Marks the data as moved: from this commit on PostgreSQL counts. It is on the disk when the call returns. */
  markMoved(target: Pick<MoveMark, 'place' | 'attempt'>, at: number): void
  close(): void
}

/** @returns the mark of a database that was moved; null when it was not. Does not read the other tables. */
export function markOf(file: string): MoveMark | null {
  const database = connect(file)
  try {
    return markIn(database, moveMark)
  } finally {
    database.close()
  }
}

/** Opens and migrates the database, as a start of the service does. @throws if a newer program wrote it, or it moved */
export function openSource(file: string, folder: string, at: number): SqliteSource {
  const database = openDatabase(file)
  const books = openBooks(folder, database)
  // As a start on SQLite does: the requests that held these keys are dead.
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
        // So that a copy of the file alone has the mark too.
        database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      } catch {
        // The mark is committed: it is in the log, and every program reads it there.
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
