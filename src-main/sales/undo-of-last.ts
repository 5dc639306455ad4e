import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { voidObstacle } from '../../src-shared/payments/voidable.ts'
import type { ReturnPlan } from '../../src-shared/pos/returns/returnable.ts'
import type { SoldBill } from './book-reader.ts'

/** Maximum length of a shift where the drawer has none open, in ms. */
const longestShiftMs = 12 * 3_600_000

/**
 * A cashier without approval may take back only the last sale of this shift, and only by voiding the cards that paid
 * it: no cash, no choice of parts.
 */
export function isUndoOfLast(
  { bill, closed_at }: SoldBill,
  { parts }: ReturnPlan,
  payments: readonly Payment[],
  present: {
    /** The number of the last bill that left the counter. */
    readonly lastNumber: string
    /** When the drawer's shift was opened; null where none is open. */
    readonly openedAt: string | null
    readonly now: number
  },
): boolean {
  const paid = bill.tenders.filter(({ status }) => status === 'paid')
  const cards = parts.filter((part) => part.kind === 'card' && part.whole)
  // Without a drawer shift, a person's longest shift counts.
  const since = present.openedAt === null ? present.now - longestShiftMs : Date.parse(present.openedAt)
  return (
    bill.number === present.lastNumber &&
    Date.parse(closed_at) >= since &&
    cards.length === paid.length &&
    payments.every((payment) => voidObstacle(payment) === null)
  )
}
