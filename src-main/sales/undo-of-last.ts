import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { voidObstacle } from '../../src-shared/payments/voidable.ts'
import type { ReturnPlan } from '../../src-shared/pos/returns/returnable.ts'
import type { SoldBill } from './sales-book.ts'

/** ms */
const longestShiftMs = 12 * 3_600_000

/**
 * A cashier alone takes back only the last sale of this shift, and only by a void to the cards that paid it: no cash,
 * no choice.
 */
export function isUndoOfLast(
  { bill, closed_at }: SoldBill,
  { parts }: ReturnPlan,
  payments: readonly Payment[],
  present: {
    /** The number of the bill that left the counter last. */
    readonly lastNumber: string
    /** When somebody began to count the drawer; null where nobody does. */
    readonly openedAt: string | null
    readonly now: number
  },
): boolean {
  const paid = bill.tenders.filter(({ status }) => status === 'paid')
  const cards = parts.filter((part) => part.kind === 'card' && part.whole)
  // Where nobody counts the drawer, a shift is what a person works at a stretch.
  const since = present.openedAt === null ? present.now - longestShiftMs : Date.parse(present.openedAt)
  return (
    bill.number === present.lastNumber &&
    Date.parse(closed_at) >= since &&
    cards.length === paid.length &&
    payments.every((payment) => voidObstacle(payment) === null)
  )
}
