import { z } from 'zod'
import { amountSchema } from '../api/schemas/common.ts'
import type { PaymentIntent } from '../api/schemas/payment-intent.ts'
import type { Cents } from '../money.ts'

/** order_details.bill: one of several tenders names the bill that it pays a part of. */
const billSchema = z.object({ number: z.string().min(1).max(40), total: amountSchema })

/** The bill that an intent pays, or a part of it; null where it names none. */
export const namedBill = ({ order_details }: Pick<PaymentIntent, 'order_details'>) =>
  billSchema.safeParse(order_details?.bill).data ?? null

/**
 * What the whole comes to of which a payer is asked for a part. Null also with a tip or a surcharge: the rows from the
 * whole to the total would not come to it.
 */
export const wholeOfAsked = (
  intent: Pick<PaymentIntent, 'order_details' | 'amount' | 'tip_amount' | 'surcharge_amount'>,
): Cents | null => (intent.tip_amount + intent.surcharge_amount > 0 ? null : wholeOf(intent, intent.amount))

/**
 * What was bought is not paid by a part of its price: what the whole comes to, for whoever reads its lines.
 * @param goods what is paid of it, without tip and surcharge, cents
 * @returns null where it is the whole
 */
export function wholeOf(intent: Pick<PaymentIntent, 'order_details'>, goods: Cents): Cents | null {
  const total = namedBill(intent)?.total ?? 0
  return total > goods ? total : null
}
