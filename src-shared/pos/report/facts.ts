import type { Bill } from '../bill/bill.ts'
import type { CashEntry } from '../cash/cash-entry.ts'
import type { Return } from '../returns/return.ts'
import type { CountedShift } from './figures-schema.ts'

/** A bill that left the counter. */
export interface SoldFact {
  /** When, in ms since the epoch. */
  readonly at: number
  readonly bill: Bill
  /** The person who sold it; null if nobody was signed in. */
  readonly person: string | null
}

/** Returned goods and the money for them; counted once all of it has gone back. */
export interface ReturnFact {
  readonly at: number
  readonly one: Return
  /** The bill that was sold; null if the book no longer has it. */
  readonly bill: Bill | null
  /** The person who had sold it. */
  readonly person: string | null
}

/** The data of this counter's own files about a period. */
export interface ReportFacts {
  readonly sold: readonly SoldFact[]
  readonly returned: readonly ReturnFact[]
  /** The drawer's entries, in booking order. */
  readonly cash: readonly CashEntry[]
  /** Shifts that were counted in the period; each is complete, even if it started earlier. */
  readonly shifts: readonly CountedShift[]
  /** By item id, from the current catalogue. */
  readonly categories: ReadonlyMap<string, string>
}
