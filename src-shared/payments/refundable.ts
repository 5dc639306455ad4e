import type { Payment } from '../api/schemas/payment.ts'
import type { Cents } from '../money.ts'
import { takenByBank } from './taken-by-bank.ts'

/** What the customer has got back of a captured payment: refunded, or finally taken back by the bank. In cents. */
export const givenBackOf = ({
  amount_refunded,
  amount_reversed,
}: Pick<Payment, 'amount_refunded' | 'amount_reversed'>): Cents => amount_refunded + amount_reversed

/**
 * What is left to refund, in cents: neither refunded nor taken back by the customer's bank. It uses the amounts that
 * the bank really takes, not the totals: if a node of the previous version books a failed refund, it leaves the totals
 * of a dispute too low.
 */
export const refundableOf = (
  payment: Pick<Payment, 'amount_captured' | 'amount_refunded'> & Parameters<typeof takenByBank>[0],
): Cents => {
  const { dispute, reversal } = takenByBank(payment)
  return Math.max(payment.amount_captured - payment.amount_refunded - reversal - dispute, 0)
}
