import type { PaymentIntent } from '../api/schemas/payment-intent.ts'
import type { Cents } from '../money.ts'

const parts = ['tax_amount', 'tip_amount', 'surcharge_amount'] as const
type Parts = Pick<PaymentIntent, (typeof parts)[number]>

/**
 * Tip, tax and surcharge are parts of what is captured (docs/decisions/0001): a capture is at least as much.
 * @param given what the capture itself names instead of the intent's
 */
export const leastCapture = (
  intent: Parts,
  given: { readonly [Part in keyof Parts]?: Cents | undefined } = {},
): Cents => parts.reduce((sum, part) => sum + (given[part] ?? intent[part]), 0)
