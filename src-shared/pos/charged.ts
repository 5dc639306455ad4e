import type { Cents } from '../money.ts'

// Apart from the schemas: a page that starts has no use for those.
/** All that the card is charged. Cents. */
export const chargedOf = ({
  amount,
  tip,
  surcharge,
}: {
  readonly amount: Cents
  readonly tip: Cents
  readonly surcharge: Cents
}): Cents => amount + tip + surcharge

/**
 * What of the bill the card leaves open: it pays the bill first, and nobody owes a tip or a surcharge that it could not
 * pay. Cents.
 */
export const leftOfBill = (sale: { readonly amount: Cents }, payment: { readonly amount: Cents }): Cents =>
  Math.max(sale.amount - payment.amount, 0)
