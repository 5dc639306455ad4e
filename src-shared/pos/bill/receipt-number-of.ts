import type { PaymentIntent } from '../../api/schemas/payment-intent.ts'

/** The receipt's number that the selling counter put into the intent; null if there is none. */
export function receiptNumberOf({ order_details }: Pick<PaymentIntent, 'order_details'>): string | null {
  const { bill } = order_details
  const number = typeof bill === 'object' && bill !== null && 'number' in bill ? bill.number : null
  return typeof number === 'string' && number !== '' ? number : null
}
