import type { Bill, Numbering } from '../../src-shared/pos/bill/bill.ts'
import type { AtCounter } from '../../src-shared/pos/bill/bill-events.ts'
import type { BillCash } from '../../src-shared/pos/cash/cash-entry.ts'
import type { Unsaved } from '../../src-shared/pos/cash/unsaved.ts'
import type { ParkedSale } from '../../src-shared/pos/parked/parked-sale.ts'
import type { Log } from '../log.ts'
import { type BesideTheSale, createBesideTheSale } from './beside-the-sale.ts'
import type { SaleJournal } from './journal.ts'
import { createJournalLines, type JournalLines } from './journal-lines.ts'
import type { UnclosedIntent } from './unclosed-intent.ts'

/** Writes the counter's whole state into each line of the journal, and does what the lines keep until it is done. */
export interface CounterJournal {
  readonly lines: JournalLines
  readonly beside: BesideTheSale
  /** Writes the present state into the journal; a failure is logged. */
  save(): void
  /** See `SaleRunner.acknowledgeUnreadable`. */
  acknowledgeUnreadable(): boolean
}

export interface CounterJournalOptions {
  readonly journal: SaleJournal
  /** Writes into the drawer's ledger; resolves when it is on the disk. An existing entry stays unchanged. */
  readonly book: (entry: BillCash) => Promise<void>
  /**
   * Files a bill that has left the counter at `closedAt`, null if unknown; resolves when it is on the disk. A bill that
   * was filed before stays unchanged.
   */
  readonly file: (bill: Bill, closedAt: string | null) => Promise<void>
  readonly onUnreadable: (count: number) => void
  readonly onUnsaved: (unsaved: Unsaved) => void
  /** Pause before a failed write is retried, in ms. */
  readonly retryMs?: number
  readonly log: Log
}

export function createCounterJournal(
  { journal, book, file, onUnreadable, onUnsaved, retryMs = 5_000, log }: CounterJournalOptions,
  counter: {
    readonly present: () => AtCounter
    readonly parked: () => readonly ParkedSale[]
    readonly numbering: () => Numbering
    /** Resolves when the intent is closed, or does not exist. */
    readonly close: (intent: UnclosedIntent) => Promise<unknown>
    /** A line is on the disk. */
    readonly onLine: () => void
    /** The time now, ISO 8601. */
    readonly at: () => string
  },
): CounterJournal {
  const { at } = counter
  let { unreadable } = journal

  const lines = createJournalLines(
    () => {
      const { sale: state, bill, tabs, aside } = counter.present()
      const { unclosed, unbooked, unfiled } = beside.left()
      return journal.write({
        ...{ at: at(), state, unclosed, parked: counter.parked(), unreadable },
        ...{ bill, numbering: counter.numbering(), unbooked, unfiled, aside, tabs },
      })
    },
    (isThere) => {
      beside.journalWritten(isThere)
      if (isThere) counter.onLine()
    },
  )
  const save = (): void =>
    void lines.write().written.catch((error: unknown) => log.error({ err: error }, 'sale.journal_failed'))
  const beside = createBesideTheSale(journal, {
    close: counter.close,
    write: () => lines.write().written,
    ...{ book, file, onUnsaved, retryMs, at, log },
  })

  return {
    lines,
    beside,
    save,
    acknowledgeUnreadable() {
      if (unreadable === 0) return false
      log.warn({ records: unreadable }, 'sale.unreadable_acknowledged')
      unreadable = 0
      onUnreadable(unreadable)
      save()
      return true
    },
  }
}
