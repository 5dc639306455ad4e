import type { Cents } from '../../money.ts'
import { excessOf } from '../sale/charged.ts'
import type { CardTender } from './bill.ts'

/**
 * A card's tender after another `cents` went back elsewhere. They are deducted first from what the card was charged in
 * excess, which is in the tip, then from the bill's part, its surcharge, and last from the tip. What is left of the
 * three is what the card has still paid.
 */
export function withPartReturned(tender: CardTender, cents: Cents): CardTender {
  if (cents <= 0 || tender.status === 'returned') return tender
  const { amount, tip, surcharge, payment, sale } = tender
  const charged = amount + surcharge + tip
  if (cents >= charged) return { ...tender, status: 'returned' }
  const ofExcess = Math.min(cents, tip, excessOf(sale, charged))
  const ofBill = Math.min(cents - ofExcess, amount)
  const ofSurcharge = Math.min(cents - ofExcess - ofBill, surcharge)
  return {
    ...tender,
    amount: amount - ofBill,
    surcharge: surcharge - ofSurcharge,
    tip: tip - (cents - ofBill - ofSurcharge),
    payment: { ...payment, amount: payment.amount - cents, returned: (payment.returned ?? 0) + cents },
  }
}
