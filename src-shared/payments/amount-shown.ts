import type { PaymentIntent } from '../api/schemas/payment-intent.ts'
import type { Cents } from '../money.ts'

/** The amount to show beside an intent's status, in cents: the captured amount if it is captured, else its amount. */
export const amountShown = ({
  status,
  amount,
  amount_captured,
}: Pick<PaymentIntent, 'status' | 'amount' | 'amount_captured'>): Cents =>
  status === 'captured' ? amount_captured : amount
