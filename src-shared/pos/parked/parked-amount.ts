import { chargedOf, type Paid } from '../sale/charged.ts'
import type { ParkedSale } from './parked-sale.ts'

/**
 * What a parked payment is about, cents: what its card has paid. Of a tab that is being closed it is what was asked of
 * the card, which holds more; of a payment that is not known, what was asked for.
 */
export function parkedAmount({ state }: ParkedSale): Paid {
  if (state.kind === 'capturing') return { amount: chargedOf(state.sale) }
  return ('payment' in state && state.payment) || { amount: chargedOf(state.sale) }
}
