import type { Bill } from '../bill/bill.ts'
import type { CashEntry } from '../cash/cash-entry.ts'
import type { Return } from '../returns/return.ts'
import type { CountedShift } from './figures-schema.ts'

/** A bill that left the counter. */
export interface SoldFact {
  /** When, ms since the epoch. */
  readonly at: number
  readonly bill: Bill
  /** Who sold it; null where nobody was signed in. */
  readonly person: string | null
}

/** Goods that came back, and the money for them; counted once all of it has gone back. */
export interface ReturnFact {
  readonly at: number
  readonly one: Return
  /** What was sold; null where the book does not have it any more. */
  readonly bill: Bill | null
  /** Who had sold it. */
  readonly person: string | null
}

/** What this counter's own files know of a period. */
export interface ReportFacts {
  readonly sold: readonly SoldFact[]
  readonly returned: readonly ReturnFact[]
  /** The drawer's entries, in the order in which they were booked. */
  readonly cash: readonly CashEntry[]
  /** Shifts whose drawer was counted in the period; each is whole, also one that began before it. */
  readonly shifts: readonly CountedShift[]
  /** By the item's id, as the catalogue has it now. */
  readonly categories: ReadonlyMap<string, string>
}
