import type { Numbering } from '../../../src-shared/pos/bill/bill.ts'
import type { AtCounter } from '../../../src-shared/pos/bill/bill-events.ts'
import { firstNumber, hadUntil, lastTaken } from '../../../src-shared/pos/bill/numbering.ts'
import type { SaleJournal } from '../journal.ts'
import { createOwnReferences } from './own-references.ts'

/** The numbers of a counter's receipts. They are given twice if its folder was copied or rolled back. */
export interface ReceiptNumbers {
  /** The series, the number of the next bill, and the former series. */
  present(): Numbering
  /** The number of the bill that left the counter last. */
  last(): string
  /** Whether the payment with this reference was made by this run, or found in its journal. */
  isOwn(reference: string): boolean
  /** Whether `isOwn` knows all own payments since the last comparison; of many it forgets the oldest. */
  areOwnKnown(): boolean
  /** The numbers have been compared with all payments up to this time; recorded with the next change. */
  compared(until: string): void
  /** Starts this series with the next bill; numbers that were given stay. Resolves when it has started. */
  begin(series: string): Promise<void>
  /** A person has acknowledged the new series. @returns false if there is none, or it was acknowledged before */
  acknowledge(): boolean
}

export function createReceiptNumbers(
  journal: SaleJournal,
  counter: {
    readonly present: () => Numbering
    readonly change: (numbering: Numbering) => void
    /** Resolves when each step that may be undone has been written or undone. */
    readonly settled: () => Promise<void>
    readonly isStopped: () => boolean
    /** The time now, ISO 8601. */
    readonly at: () => string
  },
) {
  const { present, change, settled, isStopped, at } = counter
  let comparedUntil = journal.numbering.compared
  const own = createOwnReferences(journal)
  const numbers: ReceiptNumbers = {
    present,
    last: () => lastTaken(present()),
    isOwn: own.has,
    areOwnKnown: own.areAllKnown,
    compared(until) {
      comparedUntil = until
      own.compared()
    },
    async begin(series) {
      // To undo a step would also undo the new series.
      await settled()
      if (isStopped() || present().series === series) return
      const former = { series: present().series, seen: false, last: lastTaken(present()) }
      change({ series, next: firstNumber, former, had: hadUntil(present(), at()) })
    },
    acknowledge() {
      const { former } = present()
      if (isStopped() || former === undefined || former.seen) return false
      change({ ...present(), former: { ...former, seen: true } })
      return true
    },
  }
  return {
    numbers,
    /** The numbering as the journal stores it. */
    toWrite: (): Numbering => ({ ...present(), compared: comparedUntil }),
    /** Called before a request that follows from this state of the counter is sent. */
    follow: (now: AtCounter): void => own.follow(now),
  }
}
