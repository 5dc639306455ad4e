import type { Cents } from '../../money.ts'
import type { CardTender } from './bill.ts'

/**
 * The tender of a card to which so much more went back, elsewhere than here. It is of the bill first, then of the
 * surcharge on it, and of the tip last; what is left of the three is what the card has still paid.
 */
export function withPartReturned(tender: CardTender, cents: Cents): CardTender {
  if (cents <= 0 || tender.status === 'returned') return tender
  const { amount, tip, surcharge, payment } = tender
  if (cents >= amount + surcharge + tip) return { ...tender, status: 'returned' }
  const ofBill = Math.min(cents, amount)
  const ofSurcharge = Math.min(cents - ofBill, surcharge)
  return {
    ...tender,
    amount: amount - ofBill,
    surcharge: surcharge - ofSurcharge,
    tip: tip - (cents - ofBill - ofSurcharge),
    payment: { ...payment, amount: payment.amount - cents, returned: (payment.returned ?? 0) + cents },
  }
}
