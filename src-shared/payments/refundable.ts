import type { Payment } from '../api/schemas/payment.ts'
import type { Cents } from '../money.ts'

/** What is left to refund: neither refunded nor taken back by the customer's bank. Cents. */
export const refundableOf = (
  payment: Pick<Payment, 'amount_captured' | 'amount_refunded' | 'amount_reversed' | 'amount_disputed'>,
): Cents =>
  payment.amount_captured - payment.amount_refunded - payment.amount_reversed - payment.amount_disputed
