import type { Bill } from '../bill/bill.ts'
import type { Return } from './return.ts'

/** A bill that has left the counter, and what went back of it. */
export interface SoldSale {
  /** ISO 8601. */
  readonly closed_at: string
  readonly bill: Bill
  /** In the order in which they were begun; those that were cancelled as well. */
  readonly returns: readonly Return[]
}
