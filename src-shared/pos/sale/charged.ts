import type { Cents } from '../../money.ts'

// Free of schemas, which a page does not need at start.
/** The amounts that the customer agreed to; `amount` is the bill's part. In cents. */
interface Agreed {
  readonly amount: Cents
  readonly tip: Cents
  readonly surcharge: Cents
}

/** What a card has paid net of refunds, and the refunds. In cents. */
export interface Paid {
  readonly amount: Cents
  readonly returned?: Cents | undefined
}

/** The total to charge to the card, in cents. */
export const chargedOf = ({ amount, tip, surcharge }: Agreed): Cents => amount + tip + surcharge

/** The total charged to the card, including what went back since, in cents. */
export const chargedIn = ({ amount, returned = 0 }: Paid): Cents => amount + returned

/** The charge in excess of the agreed total, in cents. */
export const excessOf = (sale: Agreed, charged: Cents): Cents => Math.max(0, charged - chargedOf(sale))

/**
 * The part of the bill that the card leaves open, in cents. The card pays the bill first; an unpaid tip or surcharge is
 * not owed. Later refunds count first against an excess charge, then against the bill's part.
 */
export function leftOfBill(sale: Agreed, payment: Paid): Cents {
  const charged = chargedIn(payment)
  const ofBill = Math.max(0, (payment.returned ?? 0) - excessOf(sale, charged))
  return sale.amount - Math.max(Math.min(sale.amount, charged) - ofBill, 0)
}
