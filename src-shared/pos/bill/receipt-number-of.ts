import type { PaymentIntent } from '../../api/schemas/payment-intent.ts'

/** The number of the receipt, as the counter that sold it has put it into the intent; null where none did. */
export function receiptNumberOf({ order_details }: Pick<PaymentIntent, 'order_details'>): string | null {
  const { bill } = order_details
  const number = typeof bill === 'object' && bill !== null && 'number' in bill ? bill.number : null
  return typeof number === 'string' && number !== '' ? number : null
}
