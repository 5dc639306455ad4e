import Libsql from 'libsql'
import type { Cents } from '../../../src-shared/money.ts'
import type { Funding, TerminalCard } from '../decision.ts'
import type { Rail } from '../payment-source.ts'
import { createReportBook, type ReportBook } from '../sandbox/report-book.ts'

/** One line in the harsh bank's books. Several may share an order: nothing there is idempotent. */
export interface Transaction {
  /** The bank's own name for it: the retrieval reference. */
  readonly reference: string
  readonly sequence: number
  readonly order_id: string
  readonly account_id: string
  /** Ours, which it repeats in its reports; absent in books of former versions. */
  readonly payment_id?: string
  readonly type: 'authorization' | 'refund'
  /** Of a refund: the reference of what it pays back. */
  readonly parent: string | null
  readonly rail: Rail
  /** What was asked for. */
  readonly amount: Cents
  /** 000 approves. */
  readonly code: string
  readonly approved: Cents
  readonly auth_code: string
  readonly avs: string | null
  readonly cvv: string | null
  readonly funding?: Funding
  readonly card_present?: boolean
  /** Read by a terminal of the bank's own. */
  readonly card?: TerminalCard | null
  /** The network stood in for the issuer. */
  readonly offline?: boolean
  /** Until then it is on its way, and the bank itself knows nothing of it; ms since the epoch. */
  readonly arrives_at: number
  readonly voided: boolean
  readonly captured: Cents | null
  /** ms since the epoch; null while nothing is captured. */
  readonly captured_at: number | null
  /** Its settlement will reject what was captured. */
  readonly rejected: boolean
  /** Of a refund: the customer's bank has sent it back. */
  readonly returned?: boolean
  /** What a bank will send an accepted debit back with. */
  readonly return_code: string | null
}

/** Another company's books: a database of its own, written before anything is answered. Card numbers are not in it. */
export interface HarshBooks extends ReportBook {
  /** In the order of their making, also those that are on their way. */
  ofOrder(orderId: string): readonly Transaction[]
  all(): readonly Transaction[]
  nextSequence(): number
  save(transaction: Transaction): void
  /** How often an order was sent for authorization: once, if its sender keeps the rules. */
  timesSent(orderId: string): number
  countSent(orderId: string): void
  close(): void
}

/** @param file path of the database, made when missing; `:memory:` for one that ends with the process. */
export function openHarshBooks(file: string): HarshBooks {
  const database = new Libsql(file)
  database.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS transactions (
      reference TEXT PRIMARY KEY,
      sequence INTEGER NOT NULL UNIQUE,
      order_id TEXT NOT NULL,
      entry TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS transactions_by_order ON transactions (order_id, sequence);
    CREATE TABLE IF NOT EXISTS sent_orders (order_id TEXT PRIMARY KEY, times INTEGER NOT NULL) STRICT;
  `)
  const byOrder = database.prepare('SELECT entry FROM transactions WHERE order_id = ? ORDER BY sequence')
  const everything = database.prepare('SELECT entry FROM transactions ORDER BY sequence')
  const last = database.prepare('SELECT coalesce(max(sequence), 0) AS sequence FROM transactions')
  const upsert = database.prepare(
    `INSERT INTO transactions (reference, sequence, order_id, entry) VALUES (?, ?, ?, ?)
     ON CONFLICT (reference) DO UPDATE SET entry = excluded.entry`,
  )
  const sent = database.prepare('SELECT times FROM sent_orders WHERE order_id = ?')
  const count = database.prepare(
    `INSERT INTO sent_orders (order_id, times) VALUES (?, 1)
     ON CONFLICT (order_id) DO UPDATE SET times = times + 1`,
  )
  const read = (rows: readonly unknown[]) =>
    rows.map((row) => JSON.parse((row as { readonly entry: string }).entry) as Transaction)
  return {
    ...createReportBook(database),
    ofOrder: (orderId) => read(byOrder.all([orderId])),
    all: () => read(everything.all()),
    nextSequence: () => (last.get() as { readonly sequence: number }).sequence + 1,
    save: (entry) =>
      void upsert.run([entry.reference, entry.sequence, entry.order_id, JSON.stringify(entry)]),
    timesSent: (orderId) => (sent.get([orderId]) as { readonly times: number } | undefined)?.times ?? 0,
    countSent: (orderId) => void count.run([orderId]),
    close: () => void database.close(),
  }
}
