import type { Payment } from '../api/schemas/payment.ts'
import type { Cents } from '../money.ts'
import { takenByBank } from './taken-by-bank.ts'

/** What the customer has again of a captured payment: refunded, or taken back for good by their bank. Cents. */
export const givenBackOf = ({
  amount_refunded,
  amount_reversed,
}: Pick<Payment, 'amount_refunded' | 'amount_reversed'>): Cents => amount_refunded + amount_reversed

/**
 * What is left to refund: neither refunded nor taken back by the customer's bank. Cents. By what the bank really takes, and
 * not by the totals: a node of the version before that books a failed refund leaves those of a dispute over it too low.
 */
export const refundableOf = (
  payment: Pick<Payment, 'amount_captured' | 'amount_refunded'> & Parameters<typeof takenByBank>[0],
): Cents => {
  const { dispute, reversal } = takenByBank(payment)
  return Math.max(payment.amount_captured - payment.amount_refunded - reversal - dispute, 0)
}
