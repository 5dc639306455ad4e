import type { PaymentSummary, SaleFacts } from '../sale/sale.ts'
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
  const sale = { ...before, voids: before.voids + 1 }
  return go(
    { kind: 'voiding', sale, payment, ...firstLook, refused: false, signed },
    voidIntent(sale, payment, 0),
  )
}
