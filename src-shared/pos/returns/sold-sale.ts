import type { Bill } from '../bill/bill.ts'
import type { Return } from './return.ts'

/** A bill that has left the counter, and its returns. */
export interface SoldSale {
  /** ISO 8601. */
  readonly closed_at: string
  readonly bill: Bill
  /** In the order in which they began, including cancelled ones. */
  readonly returns: readonly Return[]
}
