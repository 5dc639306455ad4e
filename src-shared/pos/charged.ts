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
 * pay; what went back to it since is the bill's part first as well. Cents.
 */
export function leftOfBill(
  sale: { readonly amount: Cents },
  { amount, returned = 0 }: { readonly amount: Cents; readonly returned?: Cents | undefined },
): Cents {
  const paid = Math.min(sale.amount, amount + returned)
  return sale.amount - Math.max(paid - returned, 0)
}
