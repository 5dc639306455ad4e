import type { Payment } from '../api/schemas/payment.ts'
import type { Cents } from '../money.ts'

/** What the customer has again of a captured payment: refunded, or taken back for good by their bank. Cents. */
export const givenBackOf = ({
  amount_refunded,
  amount_reversed,
}: Pick<Payment, 'amount_refunded' | 'amount_reversed'>): Cents => amount_refunded + amount_reversed

/** What is left to refund: neither refunded nor taken back by the customer's bank. Cents. */
export const refundableOf = (
  payment: Pick<Payment, 'amount_captured' | 'amount_refunded' | 'amount_reversed' | 'amount_disputed'>,
): Cents =>
  payment.amount_captured - payment.amount_refunded - payment.amount_reversed - payment.amount_disputed
