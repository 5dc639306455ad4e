import type { PaymentIntent } from '../api/schemas/payment-intent.ts'
import type { Cents } from '../money.ts'

/**
 * Tip, tax and surcharge are parts of what is captured (docs/decisions/0001): a capture is at least as much.
 * @param given what the capture itself names instead of the intent's
 */
export const leastCapture = (
  intent: Pick<PaymentIntent, 'tax_amount' | 'tip_amount' | 'surcharge_amount'>,
  given: { readonly tax_amount?: Cents | undefined; readonly tip_amount?: Cents | undefined } = {},
): Cents =>
  (given.tax_amount ?? intent.tax_amount) + (given.tip_amount ?? intent.tip_amount) + intent.surcharge_amount
