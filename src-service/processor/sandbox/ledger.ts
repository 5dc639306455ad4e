import type { Cents } from '../../../src-shared/money.ts'
import { createNewestEntries } from '../../../src-shared/newest.ts'
import { createBatchCommit } from '../../store/sqlite/commit-batch.ts'
import { openDurable } from '../../store/sqlite/durable-file.ts'
import { createGroupCommit } from '../../store/sqlite/group-commit.ts'
import { createStatements } from '../../store/sqlite/statements.ts'
import type { StartWriter } from '../../store/sqlite/write-set.ts'
import type { Funding } from '../decision.ts'
import type { BankData } from '../payment-source.ts'
import { createReportBook, type ReportBook } from './report-book.ts'

/** The sandbox processor's data of a payment. It never contains the card. */
export interface LedgerEntry {
  readonly payment_id: string
  /** Number of the entry; references are derived from it. */
  readonly sequence: number
  /** Milliseconds since the epoch. */
  readonly decided_at: number
  /** Null for a payment that was closed before an authorization arrived. */
  readonly authorization: {
    readonly code: string
    /** A bank rail's debit is pending until it clears or is returned. */
    readonly rail: 'card' | BankData['rail']
    /** The code with which the bank will return the debit; null when it will not. */
    readonly return_code: string | null
    /** Whether the debit stays pending for ever. */
    readonly never_clears?: boolean
    /** Whether the network decided in place of the issuer. */
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
  /** A bank returned the debit; nothing is held any more. */
  readonly returned?: boolean
  /** Amounts by refund id. */
  readonly refunds: Readonly<Record<string, Cents>>
  /** Ids of refunds that the customer's bank returned: they paid nothing back. */
  readonly refunds_returned?: readonly string[]
  /** Until when the outcome of a follow-up is unknown, ms: by `capture`, `void`, or the refund's id. */
  readonly unknown_until?: Readonly<Record<string, number>>
}

/** Returns the total refunded to the customer, in cents. */
export const paidBackOf = ({ refunds, refunds_returned = [] }: LedgerEntry): Cents =>
  Object.entries(refunds).reduce(
    (total, [id, amount]) => (refunds_returned.includes(id) ? total : total + amount),
    0,
  )

/**
 * The processor's data: a separate database, because it stands for another company's system. A decision is on disk
 * before it is answered, so that inquiries work after any crash of this service.
 */
export interface SandboxLedger extends ReportBook {
  find(paymentId: string): LedgerEntry | null
  /** Returns the number of the next entry. */
  nextSequence(): number
  /** Visible to `find` at once; on disk once `written` resolves. */
  save(entry: LedgerEntry): void
  /** Resolves when the payment's current entry is on disk; rejects when that failed. */
  written(paymentId: string): Promise<void>
  /** Resolves when everything is written. */
  close(): Promise<void>
}

/** Number of recently written payments kept in memory. */
const mostRecent = 128

/**
 * @param file path of the database, created if missing; `:memory:` for one that ends with the process.
 * @param startWriter starts a writer with its own connection that replaces this thread's.
 */
export function openLedger(file: string, startWriter?: StartWriter): SandboxLedger {
  const database = openDurable(file)
  database.exec(`
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
  /** Entries saved at the same time share a transaction, hence one wait for the disk. */
  const { write, close } =
    startWriter?.(file) ?? createGroupCommit(createBatchCommit(database, createStatements(database)))
  /** Entries that are saved but not on disk yet, by payment. */
  const unwritten = new Map<string, { readonly entry: LedgerEntry; readonly done: Promise<void> }>()
  /** Recently written entries, by payment: most are needed again at once. */
  const recent = createNewestEntries<LedgerEntry>(mostRecent)
  const put = async (entry: LedgerEntry): Promise<void> => {
    const { payment_id } = entry
    // If the write fails, only the disk has the current state.
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
      // Callers of written() get the rejection; without a caller it must not count as an unhandled one.
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
