import type { Payment } from '../api/schemas/payment.ts'

/** Why a payment cannot be voided. If money has already moved, a refund can still return it. */
export type VoidObstacle = 'external' | 'not_authorized' | 'settled' | 'refunded' | 'taken_back'

type VoidFacts = Pick<
  Payment,
  'status' | 'external' | 'settlement_status' | 'amount_refunded' | 'amount_disputed' | 'amount_reversed'
>

/**
 * The obstacle to a void, which takes the whole payment back before the customer sees it on a statement. Only payments
 * that this service authorized can be voided, before settlement, and only if nothing was refunded or taken back.
 */
export function voidObstacle(payment: VoidFacts): VoidObstacle | null {
  if (payment.external) return 'external'
  if (payment.status !== 'uncaptured' && payment.status !== 'captured') return 'not_authorized'
  if (payment.settlement_status === 'settled') return 'settled'
  if (payment.amount_refunded > 0) return 'refunded'
  if (payment.amount_disputed + payment.amount_reversed > 0) return 'taken_back'
  return null
}
