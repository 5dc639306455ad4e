import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import type { Transaction } from '../processor/harsh/books.ts'
import type { HarshPage } from '../processor/harsh/shared-harsh.ts'
import { orderIdOf } from '../processor/order-id.ts'
import { type BankBooks, rowIdOf } from '../processor/shared-bank.ts'
import type { Database } from '../store/sqlite/durable-file.ts'
import type { MovedRow } from './what-is-moved.ts'

/**
 * The simulated banks, which move no money, keep their books in files next to a SQLite database, and in tables of a
 * PostgreSQL database (processor/shared-bank.ts). Without the books, earlier payments could not be captured, refunded
 * or voided after the move.
 */
export interface BooksOfBanks {
  /** Rows for the table, in the order of `bookColumns`. */
  rows(table: string): Iterable<MovedRow>
  count(table: string): number
  close(): void
}

export const bookColumns: readonly string[] = [
  'account_id',
  'id',
  'version',
  'created_at',
  'updated_at',
  'document',
]

/** The rows that one file has for a table, and their number. */
interface Book {
  readonly table: 'sandbox_entries' | 'sandbox_reports'
  readonly count: () => number
  readonly rows: () => Iterable<MovedRow>
}

const bookRow = (books: BankBooks, paymentId: string, at: number, page: string): MovedRow => [
  ...[books, rowIdOf(books, paymentId), 1],
  ...[at, at, page],
]

/** @param service the service's own database, in which orders are found */
export function openBooks(folder: string, service: Database): BooksOfBanks {
  const opened: Database[] = []
  const open = (name: string): Database | null => {
    const file = join(folder, name)
    if (!existsSync(file)) return null
    // Not opened read-only: the log that a killed service left next to the file must be applied first.
    const database = new Libsql(file)
    opened.push(database)
    return database
  }
  const sandbox = open('sandbox-processor.db')
  const harsh = open('harsh-processor.db')
  const books = [
    ...(sandbox === null ? [] : [entriesOf(sandbox), reportsOf(sandbox)]),
    ...(harsh === null ? [] : [pagesOf(harsh, service), reportsOf(harsh)]),
  ]
  const of = (table: string) => books.filter((book) => book.table === table)
  return {
    *rows(table) {
      for (const book of of(table)) yield* book.rows()
    },
    count: (table) => of(table).reduce((total, book) => total + book.count(), 0),
    close: () => {
      for (const database of opened) database.close()
    },
  }
}

const countOf = (database: Database, of: string): number =>
  (database.prepare(`SELECT count(*) AS rows FROM ${of}`).get() as { readonly rows: number }).rows

const reportsOf = (database: Database): Book => ({
  table: 'sandbox_reports',
  count: () => countOf(database, 'reports'),
  *rows() {
    const every = database.prepare('SELECT entry FROM reports ORDER BY reported_at, rowid').raw()
    for (const [entry] of every.iterate() as Iterable<readonly [string]>) {
      const { account_id, id, reported_at } = JSON.parse(entry) as Record<string, string> & {
        reported_at: number
      }
      yield [account_id ?? '', id ?? '', 1, reported_at, reported_at, entry]
    }
  },
})

const entriesOf = (database: Database): Book => ({
  table: 'sandbox_entries',
  count: () => countOf(database, 'entries'),
  *rows() {
    const every = database.prepare('SELECT payment_id, entry FROM entries').raw()
    for (const [id, entry] of every.iterate() as Iterable<readonly [string, string]>)
      yield bookRow('', id, (JSON.parse(entry) as { readonly decided_at: number }).decided_at, entry)
  },
})

/** The harsh bank's file has a row for each operation on an order; shared books have a page for each payment. */
const pagesOf = (database: Database, service: Database): Book => ({
  table: 'sandbox_entries',
  count: () => countOf(database, 'sent_orders'),
  *rows() {
    const lines = database.prepare('SELECT entry FROM transactions WHERE order_id = ? ORDER BY sequence')
    const sent = database.prepare('SELECT times FROM sent_orders WHERE order_id = ?')
    const refunds = service.prepare('SELECT id FROM refunds WHERE account_id = ? AND payment_id = ?')
    const payments = service.prepare('SELECT account_id, id, created_at FROM payments').raw()
    for (const [account, id, at] of payments.iterate() as Iterable<readonly [string, string, number]>) {
      const ofIt = (refunds.all([account, id]) as { readonly id: string }[]).map((refund) => refund.id)
      const orders = [id, ...ofIt].map(orderIdOf)
      const transactions = orders
        .flatMap((order) => lines.all([order]) as { readonly entry: string }[])
        .map(({ entry }) => JSON.parse(entry) as Transaction)
        .sort((one, other) => one.sequence - other.sequence)
      const times = orders.flatMap((order) => {
        const row = sent.get([order]) as { readonly times: number } | undefined
        return row === undefined ? [] : [[order, row.times] as const]
      })
      const page: HarshPage = { transactions, sent: Object.fromEntries(times) }
      const isKnown = transactions.length > 0 || times.length > 0
      if (isKnown) yield bookRow('harsh', id, at, JSON.stringify(page))
    }
  },
})
