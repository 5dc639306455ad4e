import type { Cents } from '../../money.ts'

// Apart from the schemas: a page that starts has no use for those.
/** What the customer has agreed to, of which the bill's part is one. Cents. */
interface Agreed {
  readonly amount: Cents
  readonly tip: Cents
  readonly surcharge: Cents
}

/** What a card has paid and not got back, and what went back to it besides. Cents. */
export interface Paid {
  readonly amount: Cents
  readonly returned?: Cents | undefined
}

/** All that the card is charged. Cents. */
export const chargedOf = ({ amount, tip, surcharge }: Agreed): Cents => amount + tip + surcharge

/** All that the card was charged, with what went back to it since. Cents. */
export const chargedIn = ({ amount, returned = 0 }: Paid): Cents => amount + returned

/** What a card was charged beyond what was agreed. Cents. */
export const excessOf = (sale: Agreed, charged: Cents): Cents => Math.max(0, charged - chargedOf(sale))

/**
 * What of the bill the card leaves open: it pays the bill first, and nobody owes a tip or a surcharge that it could not
 * pay. What went back to it since is first of what it was charged in excess, then of the bill's part. Cents.
 */
export function leftOfBill(sale: Agreed, payment: Paid): Cents {
  const charged = chargedIn(payment)
  const ofBill = Math.max(0, (payment.returned ?? 0) - excessOf(sale, charged))
  return sale.amount - Math.max(Math.min(sale.amount, charged) - ofBill, 0)
}
