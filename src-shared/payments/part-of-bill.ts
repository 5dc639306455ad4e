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
 * What was bought is not paid by a part of its price: what the whole comes to, for whoever reads its lines.
 * @param goods what is paid of it, without tip and surcharge, cents
 * @returns null where it is the whole
 */
export function wholeOf(intent: Pick<PaymentIntent, 'order_details'>, goods: Cents): Cents | null {
  const total = namedBill(intent)?.total ?? 0
  return total > goods ? total : null
}
