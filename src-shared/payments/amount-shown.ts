import type { PaymentIntent } from '../api/schemas/payment-intent.ts'
import type { Cents } from '../money.ts'

/** What stands beside how a payment stands, cents: of one that is paid what was taken, whatever was asked. */
export const amountShown = ({
  status,
  amount,
  amount_captured,
}: Pick<PaymentIntent, 'status' | 'amount' | 'amount_captured'>): Cents =>
  status === 'captured' ? amount_captured : amount
