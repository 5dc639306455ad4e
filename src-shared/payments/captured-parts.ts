import type { PaymentIntent } from '../api/schemas/payment-intent.ts'
import type { Cents } from '../money.ts'

const parts = ['tax_amount', 'tip_amount', 'surcharge_amount'] as const
type Parts = Pick<PaymentIntent, (typeof parts)[number]>

/**
 * The surcharge of a capture, in cents. For a partial capture it is the same share of the purchase as was shown to the
 * payer, rounded down.
 * @param authorized the authorized amount, including tip and surcharge
 * @param purchase the captured amount without the tip, including its surcharge
 */
export function capturedSurcharge(
  { tip_amount, surcharge_amount }: Pick<Parts, 'tip_amount' | 'surcharge_amount'>,
  authorized: Cents,
  purchase: Cents,
): Cents {
  const whole = authorized - tip_amount
  if (purchase >= whole) return surcharge_amount
  return purchase > 0 ? Math.floor((surcharge_amount * purchase) / whole) : 0
}

/**
 * The smallest possible capture: tip, tax and surcharge are parts of the captured amount (docs/decisions/0001).
 * @param given parts that the capture itself names, which replace those of the intent
 */
export const leastCapture = (
  intent: Parts,
  given: { readonly [Part in keyof Parts]?: Cents | undefined },
): Cents => parts.reduce((sum, part) => sum + (given[part] ?? intent[part]), 0)
