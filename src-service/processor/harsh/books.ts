import type { Cents } from '../../../src-shared/money.ts'
import { openDurable } from '../../store/sqlite/durable-file.ts'
import type { Funding, TerminalCard } from '../decision.ts'
import type { Rail } from '../payment-source.ts'
import { createReportBook, type ReportBook } from '../sandbox/report-book.ts'

/** A transaction of the harsh bank. Several may have the same order: the bank is not idempotent. */
export interface Transaction {
  /** The bank's own id: the retrieval reference. */
  readonly reference: string
  readonly sequence: number
  readonly order_id: string
  readonly account_id: string
  /** This service's payment id, which the bank includes in reports; absent in data of older versions. */
  readonly payment_id?: string
  readonly type: 'authorization' | 'refund'
  /** For a refund: the reference of the refunded transaction. */
  readonly parent: string | null
  readonly rail: Rail
  /** The requested amount. */
  readonly amount: Cents
  /** Response code; 000 means approved. */
  readonly code: string
  readonly approved: Cents
  readonly auth_code: string
  readonly avs: string | null
  readonly cvv: string | null
  readonly funding?: Funding
  readonly card_present?: boolean
  /** The card, if one of the bank's own terminals read it. */
  readonly card?: TerminalCard | null
  /** Whether the network decided in place of the issuer. */
  readonly offline?: boolean
  /** When the request arrives at the bank, in ms since the epoch; the bank does not know it before that. */
  readonly arrives_at: number
  readonly voided: boolean
  readonly captured: Cents | null
  /** ms since the epoch; null while nothing is captured. */
  readonly captured_at: number | null
  /** Whether the settlement will reject the capture. */
  readonly rejected: boolean
  /** For a refund: whether the customer's bank has returned it. */
  readonly returned?: boolean
  /** The code with which a bank will return an accepted debit; null when it will not. */
  readonly return_code: string | null
}

/**
 * The bank's data, in a separate database because the bank is another company; written before each answer. It contains
 * no card numbers.
 */
export interface HarshBooks extends ReportBook {
  /** Returns the order's transactions in order of creation, including those that have not arrived yet. */
  ofOrder(orderId: string): readonly Transaction[]
  all(): readonly Transaction[]
  nextSequence(): number
  save(transaction: Transaction): void
  /** Returns how often an order was sent for authorization: once, if the sender follows the rules. */
  timesSent(orderId: string): number
  countSent(orderId: string): void
  close(): void
}

/** @param file path of the database, created if missing; `:memory:` for one that ends with the process. */
export function openHarshBooks(file: string): HarshBooks {
  const database = openDurable(file)
  database.exec(`
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
