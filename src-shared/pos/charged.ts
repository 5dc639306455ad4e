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

/** What a card was charged beyond that, though nobody had agreed to it. Cents. */
export const excessOf = (sale: Parameters<typeof chargedOf>[0], charged: Cents): Cents =>
  Math.max(0, charged - chargedOf(sale))

/**
 * What of the bill the card leaves open: it pays the bill first, and nobody owes a tip or a surcharge that it could not
 * pay. What went back to it since is first of what it was charged in excess, then of the bill's part. Cents.
 */
export function leftOfBill(
  sale: Parameters<typeof chargedOf>[0],
  { amount, returned = 0 }: { readonly amount: Cents; readonly returned?: Cents | undefined },
): Cents {
  const charged = amount + returned
  const ofBill = Math.max(0, returned - excessOf(sale, charged))
  return sale.amount - Math.max(Math.min(sale.amount, charged) - ofBill, 0)
}
