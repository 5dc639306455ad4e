import type { PaymentSummary, SaleFacts, SaleIn } from '../sale/sale.ts'
import type { SaleEffect } from '../sale/sale-events.ts'
import { firstLook, go, type Step } from './step.ts'

export const voidIntent = (sale: SaleFacts, { status }: PaymentSummary, tries: number): SaleEffect => ({
  kind: 'void_intent',
  sale,
  tries,
  held: status === 'uncaptured',
})

/**
 * Voids the payment on a person's request. A void of unknown outcome is looked up before it is sent again.
 * @param signed the customer has signed, or has left
 */
export function voidPayment(before: SaleFacts, payment: PaymentSummary, signed: boolean): Step {
  const state = voiding(before, payment, signed)
  return go(state, voidIntent(state.sale, payment, 0))
}

export const voiding = (sale: SaleFacts, payment: PaymentSummary, signed: boolean): SaleIn<'voiding'> => ({
  kind: 'voiding',
  sale: { ...sale, voids: sale.voids + 1 },
  payment,
  ...firstLook,
  refused: false,
  signed,
})
