import type { PaymentIntent } from '../api/schemas/payment-intent.ts'
import type { Cents } from '../money.ts'

const parts = ['tax_amount', 'tip_amount', 'surcharge_amount'] as const
type Parts = Pick<PaymentIntent, (typeof parts)[number]>

/**
 * The surcharge of a capture, cents: of a part of the purchase as large a part as the payer was shown for all of it,
 * rounded down.
 * @param authorized what the card holds, tip and surcharge included
 * @param purchase what is captured of it without the tip, its surcharge included
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
 * Tip, tax and surcharge are parts of what is captured (docs/decisions/0001): a capture is at least as much.
 * @param given what the capture itself names instead of the intent's
 */
export const leastCapture = (
  intent: Parts,
  given: { readonly [Part in keyof Parts]?: Cents | undefined } = {},
): Cents => parts.reduce((sum, part) => sum + (given[part] ?? intent[part]), 0)
