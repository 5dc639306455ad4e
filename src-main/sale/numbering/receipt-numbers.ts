import type { Numbering } from '../../../src-shared/pos/bill/bill.ts'
import type { AtCounter } from '../../../src-shared/pos/bill/bill-events.ts'
import { firstNumber, hadUntil, lastTaken } from '../../../src-shared/pos/bill/numbering.ts'
import type { SaleJournal } from '../journal.ts'
import { createOwnReferences } from './own-references.ts'

/** The numbers of a counter's receipts. Somebody else gives the same ones where its folder was copied or put back. */
export interface ReceiptNumbers {
  /** The number of the next bill, and the series before. */
  present(): Numbering
  /** That of the bill that left the counter last. */
  last(): string
  /** Whether the payment with this reference was, or is, one of this run's. */
  isOwn(reference: string): boolean
  /** Whether `isOwn` knows all payments since the numbers were compared; it forgets the oldest of many. */
  areOwnKnown(): boolean
  /** They are compared with all payments that the service had until then; it is written with the next change. */
  compared(until: string): void
  /** The next bill's number is the first of this series; those that were given stay. Resolves when that is so. */
  begin(series: string): Promise<void>
  /** A person knows that the series is another one. @returns false when somebody knew. */
  acknowledge(): boolean
}

export function createReceiptNumbers(
  journal: SaleJournal,
  counter: {
    readonly present: () => Numbering
    readonly change: (numbering: Numbering) => void
    /** Resolves when what may be taken back, because it cannot be written down, is written or taken back. */
    readonly settled: () => Promise<void>
    readonly isStopped: () => boolean
    /** The time now, ISO. */
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
      // It is taken back to the series before.
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
    /** As it stands in the journal. */
    toWrite: (): Numbering => ({ ...present(), compared: comparedUntil }),
    /** Before a request leaves that follows from what is at the counter now. */
    follow: (now: AtCounter): void => own.follow(now),
  }
}
