import type { Bill, UnfiledBill } from '../../src-shared/pos/bill/bill.ts'
import type { CounterEffect } from '../../src-shared/pos/bill/bill-events.ts'
import type { BillCash } from '../../src-shared/pos/cash/cash-entry.ts'
import type { Unsaved } from '../../src-shared/pos/cash/unsaved.ts'
import type { Log } from '../log.ts'
import type { JournalLine } from './journal.ts'
import type { UnclosedIntent } from './unclosed-intent.ts'
import { trackUnsaved } from './unsaved.ts'

type Left = Pick<JournalLine, 'unclosed' | 'unbooked' | 'unfiled'>

/** Work besides the sale at the counter. Each item stays in the journal, across restarts, until it is done. */
export interface BesideTheSale {
  /** The items that are not done yet. */
  left(): Left
  /** Adds the items that these effects request, so that the next line of the journal contains them. */
  takeOn(effects: readonly CounterEffect[]): void
  /** Removes the items of these effects again: they are not in the journal, so they did not happen. */
  letGo(effects: readonly CounterEffect[]): void
  closeIntent(intent: UnclosedIntent): Promise<void>
  bookCash(entry: BillCash): Promise<void>
  fileBill(bill: Pick<Bill, 'id'>): Promise<void>
  /** Continues the items that the last run left. */
  resume(): void
  /** Records whether the last line of the journal was written; a failure is shown, and retried until it is written. */
  journalWritten(isThere: boolean): void
  stop(): void
}

export function createBesideTheSale(
  found: Left,
  options: {
    /** Resolves when the intent is closed, or does not exist. */
    readonly close: (intent: UnclosedIntent) => Promise<unknown>
    /** Resolves when the entry is in the drawer's ledger. */
    readonly book: (entry: BillCash) => Promise<void>
    /** Resolves when the bill is in the book of sales. */
    readonly file: (bill: Bill, closedAt: string | null) => Promise<void>
    /** Writes the present state into the journal. */
    readonly write: () => Promise<void>
    readonly onUnsaved: (unsaved: Unsaved) => void
    /** Pause before a failed write is retried, in ms. */
    readonly retryMs: number
    /** The time now, ISO 8601. */
    readonly at: () => string
    readonly log: Log
  },
): BesideTheSale {
  const { log } = options
  let { unclosed, unbooked, unfiled } = found
  let stopped = false

  const writeOrLog = () =>
    options.write().catch((error: unknown) => log.error({ err: error }, 'sale.journal_failed'))
  const saving = trackUnsaved({
    async tryAgain({ journal, cash, bills }) {
      for (const entry of unbooked.filter(({ id }) => cash.has(id))) await bookCash(entry)
      for (const bill of unfiled.filter(({ id }) => bills.has(id))) await file(bill)
      if (journal && !stopped) await writeOrLog()
    },
    onUnsaved: options.onUnsaved,
    pauseMs: options.retryMs,
  })

  async function closeIntent(intent: UnclosedIntent): Promise<void> {
    const { sale_id, intent_id } = intent
    const isOther = (one: UnclosedIntent) => one.sale_id !== sale_id || one.intent_id !== intent_id
    try {
      // The stored item also has `left_at`.
      await options.close(unclosed.find((one) => !isOther(one)) ?? intent)
      if (stopped) return
      unclosed = unclosed.filter(isOther)
      await options.write()
    } catch (error) {
      if (!stopped) log.error({ err: error, sale_id, intent_id }, 'sale.close_failed')
    }
  }

  async function bookCash(entry: BillCash): Promise<void> {
    try {
      await options.book(entry)
    } catch (error) {
      log.error({ err: error, ...entry }, 'sale.cash_not_booked')
      if (!stopped) saving.cash(entry.id, true)
      return
    }
    if (stopped) return
    unbooked = unbooked.filter(({ id }) => id !== entry.id)
    saving.cash(entry.id, false)
    await writeOrLog()
  }

  async function file({ closed_at, ...bill }: UnfiledBill): Promise<void> {
    try {
      await options.file(bill, closed_at)
    } catch (error) {
      if (stopped) return
      log.error({ err: error, bill: bill.number }, 'sale.bill_not_filed')
      saving.bill(bill.id, true)
      return
    }
    if (stopped) return
    unfiled = unfiled.filter(({ id }) => id !== bill.id)
    saving.bill(bill.id, false)
    await writeOrLog()
  }

  return {
    left: () => ({ unclosed, unbooked, unfiled }),
    takeOn(effects) {
      for (const effect of effects) {
        if (effect.kind === 'cancel_intent') {
          const { sale_id, intent_id } = effect
          unclosed = [...unclosed, { sale_id, intent_id, left_at: options.at() }]
        } else if (effect.kind === 'book_cash') {
          unbooked = [...unbooked, effect.entry]
        } else if (effect.kind === 'file_bill') {
          unfiled = [...unfiled, { ...effect.bill, closed_at: options.at() }]
        }
      }
    },
    letGo(effects) {
      for (const effect of effects) {
        if (effect.kind === 'book_cash') unbooked = unbooked.filter(({ id }) => id !== effect.entry.id)
        else if (effect.kind === 'file_bill') unfiled = unfiled.filter(({ id }) => id !== effect.bill.id)
        else if (effect.kind === 'cancel_intent') {
          const { sale_id, intent_id } = effect
          unclosed = unclosed.filter((one) => one.sale_id !== sale_id || one.intent_id !== intent_id)
        }
      }
    },
    closeIntent,
    bookCash,
    async fileBill({ id }) {
      for (const bill of unfiled.filter((one) => one.id === id)) await file(bill)
    },
    resume() {
      for (const intent of found.unclosed) void closeIntent(intent)
      for (const entry of found.unbooked) void bookCash(entry)
      for (const bill of found.unfiled) void file(bill)
    },
    journalWritten: (isThere) => saving.journal(!isThere),
    stop() {
      stopped = true
      saving.stop()
    },
  }
}
