import { z } from 'zod'
import { amountSchema } from '../api/schemas/common.ts'
import type { PaymentIntent } from '../api/schemas/payment-intent.ts'
import type { Cents } from '../money.ts'

/** order_details.bill: if a bill has several tenders, each names the bill of which it pays a part. */
const billSchema = z.object({ number: z.string().min(1).max(40), total: amountSchema })

/** The bill that an intent pays in full or in part; null if it names none. */
export const namedBill = ({ order_details }: Pick<PaymentIntent, 'order_details'>) =>
  billSchema.safeParse(order_details?.bill).data ?? null

/**
 * The bill's total, if the payer is asked for a part of it. Null also with a tip or a surcharge: the rows from the
 * bill's total to the intent's total would not add up.
 */
export const wholeOfAsked = (
  intent: Pick<PaymentIntent, 'order_details' | 'amount' | 'tip_amount' | 'surcharge_amount'>,
): Cents | null => (intent.tip_amount + intent.surcharge_amount > 0 ? null : wholeOf(intent, intent.amount))

/**
 * The bill's total, in cents, if only a part of it is paid: the lines of the goods add up to it.
 * @param goods the part that is paid, without tip and surcharge, in cents
 * @returns null if the whole bill is paid
 */
export function wholeOf(intent: Pick<PaymentIntent, 'order_details'>, goods: Cents): Cents | null {
  const total = namedBill(intent)?.total ?? 0
  return total > goods ? total : null
}
