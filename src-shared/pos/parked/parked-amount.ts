import { chargedOf, type Paid } from '../sale/charged.ts'
import type { ParkedSale } from './parked-sale.ts'

/**
 * The amount of a parked payment, in cents: what its card has paid. For a tab that is being closed: the requested
 * capture, since its hold is larger. For an unknown payment: the requested amount.
 */
export function parkedAmount({ state }: ParkedSale): Paid {
  if (state.kind === 'capturing') return { amount: chargedOf(state.sale) }
  return ('payment' in state && state.payment) || { amount: chargedOf(state.sale) }
}
