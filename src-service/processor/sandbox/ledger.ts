import Libsql from 'libsql'
import type { Cents } from '../../../src-shared/money.ts'
import { createNewestEntries } from '../../../src-shared/newest.ts'
import { createBatchCommit } from '../../store/sqlite/commit-batch.ts'
import { createGroupCommit } from '../../store/sqlite/group-commit.ts'
import { createStatements } from '../../store/sqlite/statements.ts'
import type { StartWriter } from '../../store/sqlite/write-set.ts'
import type { Funding } from '../decision.ts'
import type { BankData } from '../payment-source.ts'
import { createReportBook, type ReportBook } from './report-book.ts'

/** What the sandbox processor remembers of a payment. It never keeps the card. */
export interface LedgerEntry {
  readonly payment_id: string
  /** Counts the entries; references are made of it. */
  readonly sequence: number
  /** Milliseconds since the epoch. */
  readonly decided_at: number
  /** Null for a payment that was closed before an authorization arrived. */
  readonly authorization: {
    readonly code: string
    /** A bank rail's debit is pending until it clears or is returned. */
    readonly rail: 'card' | BankData['rail']
    /** What the bank will send the debit back with, null when it will not. */
    readonly return_code: string | null
    /** The debit stays pending for ever. */
    readonly never_clears?: boolean
    /** The network stood in for the issuer. */
    readonly offline?: boolean
    readonly amount_authorized: Cents
    readonly unknown_until: number
    readonly auth_code: string
    readonly retrieval_reference: string
    readonly avs: string | null
    readonly cvv: string | null
    readonly funding?: Funding
    readonly card_present?: boolean
  } | null
  /** Null while nothing is captured. */
  readonly captured: Cents | null
  readonly voided: boolean
  /** A bank sent the debit back; nothing is held any more. */
  readonly returned?: boolean
  /** Amounts by refund id. */
  readonly refunds: Readonly<Record<string, Cents>>
  /** The ids of those that the customer's bank sent back: nothing was paid back by them. */
  readonly refunds_returned?: readonly string[]
  /** Until when the outcome of a follow-up is unknown, ms: by `capture`, `void`, or the refund's id. */
  readonly unknown_until?: Readonly<Record<string, number>>
}

/** What the customer has got back, cents. */
export const paidBackOf = ({ refunds, refunds_returned = [] }: LedgerEntry): Cents =>
  Object.entries(refunds).reduce(
    (total, [id, amount]) => (refunds_returned.includes(id) ? total : total + amount),
    0,
  )

/**
 * The processor's books: another company's system, hence a database of its own. What it decided is on the disk
 * before it answers, so that it can be asked after any crash of ours.
 */
export interface SandboxLedger extends ReportBook {
  find(paymentId: string): LedgerEntry | null
  /** The number the next entry will have. */
  nextSequence(): number
  /** Found from now on; on the disk once `written` resolves. */
  save(entry: LedgerEntry): void
  /** Resolves when what is found of the payment is on the disk; rejects when that failed. */
  written(paymentId: string): Promise<void>
  /** Resolves when everything is written. */
  close(): Promise<void>
}

/** Of the payments that were written last so many stay in memory. */
const mostRecent = 128

/**
 * @param file path of the database, made when missing; `:memory:` for one that ends with the process.
 * @param startWriter starts what writes in place of this thread, by a connection of its own.
 */
export function openLedger(file: string, startWriter?: StartWriter): SandboxLedger {
  const database = new Libsql(file)
  database.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    CREATE TABLE IF NOT EXISTS entries (
      payment_id TEXT PRIMARY KEY,
      sequence INTEGER NOT NULL UNIQUE,
      entry TEXT NOT NULL
    ) STRICT;
  `)
  const reports = createReportBook(database)
  const select = database.prepare('SELECT entry FROM entries WHERE payment_id = ?')
  const last = database.prepare('SELECT coalesce(max(sequence), 0) AS sequence FROM entries')
  let { sequence } = last.get() as { readonly sequence: number }
  /** What is saved at the same time shares a transaction, hence one wait for the disk. */
  const { write, close } =
    startWriter?.(file) ?? createGroupCommit(createBatchCommit(database, createStatements(database)))
  /** What is saved and not on the disk yet, by payment. */
  const unwritten = new Map<string, { readonly entry: LedgerEntry; readonly done: Promise<void> }>()
  /** What was written last, by payment: most are asked about again at once. */
  const recent = createNewestEntries<LedgerEntry>(mostRecent)
  const put = async (entry: LedgerEntry): Promise<void> => {
    const { payment_id } = entry
    // Should it fail, the disk alone knows.
    recent.delete(payment_id)
    try {
      await write({ steps: [{ sql: upsert, values: [payment_id, entry.sequence, JSON.stringify(entry)] }] })
      recent.set(payment_id, entry)
    } finally {
      if (unwritten.get(payment_id)?.entry === entry) unwritten.delete(payment_id)
    }
  }
  return {
    ...reports,
    find(paymentId) {
      const known = unwritten.get(paymentId)?.entry ?? recent.get(paymentId)
      if (known !== undefined) return known
      const row = select.get([paymentId]) as { readonly entry: string } | undefined
      return row === undefined ? null : (JSON.parse(row.entry) as LedgerEntry)
    },
    nextSequence: () => sequence + 1,
    save(entry) {
      sequence = Math.max(sequence, entry.sequence)
      const done = put(entry)
      // Rejects for those who await written(); without them it is not an unhandled rejection.
      done.catch(() => undefined)
      unwritten.set(entry.payment_id, { entry, done })
    },
    written: async (paymentId) => unwritten.get(paymentId)?.done,
    async close() {
      await close()
      if (database.open) database.close()
    },
  }
}

const upsert = `INSERT INTO entries (payment_id, sequence, entry) VALUES (?, ?, ?)
  ON CONFLICT (payment_id) DO UPDATE SET entry = excluded.entry`
