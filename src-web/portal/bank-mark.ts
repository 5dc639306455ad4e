import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { type DisputeState, disputeOf } from '../../src-shared/pos/report/bank-facts.ts'

export type BankMark = DisputeState | 'reversed'

export type Paid = Pick<PaymentIntent, 'latest_payment'>

/**
 * What became of a payment at the customer's bank, once it was captured; null where nothing did. Where there are both, what
 * was taken back stands before a dispute that takes nothing.
 */
export function bankMarkOf({ latest_payment: payment }: Paid): BankMark | null {
  if (payment === null) return null
  if (payment.reversed && !payment.disputed) return 'reversed'
  if (payment.gateway_response.dispute_status !== undefined) return disputeOf(payment).state
  return payment.disputed ? 'open' : null
}
