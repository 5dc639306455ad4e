import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { type DisputeState, disputeOf } from '../../src-shared/pos/report/bank-facts.ts'

export type BankMark = DisputeState | 'reversed'

export type Paid = Pick<PaymentIntent, 'latest_payment'>

/**
 * What the customer's bank did with a captured payment; null if nothing. If both exist, a reversal takes precedence
 * over a dispute that takes no money.
 */
export function bankMarkOf({ latest_payment: payment }: Paid): BankMark | null {
  if (payment === null) return null
  if (payment.reversed && !payment.disputed) return 'reversed'
  if (payment.gateway_response.dispute_status !== undefined) return disputeOf(payment).state
  return payment.disputed ? 'open' : null
}
