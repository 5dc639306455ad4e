import { cardsOf, isPaid } from './balance.ts'
import type { Bill, CardTender, Tender } from './bill.ts'
import type { AtCounter, BillEvent, CounterStep } from './bill-events.ts'
import { withPartReturned } from './part-returned.ts'
import { asPaidIn, leftToPeople } from './restored.ts'

type GivenBack = Extract<BillEvent, { kind: 'given_back_seen' }>

/**
 * The cards whose payments others may give back while the bill is open: what they pay decides what is still owed. What
 * goes back of a paid bill is a refund of a sale, and changes nothing here; a restored bill is looked up by itself.
 */
export const mayBeGivenBack = (bill: Bill): readonly CardTender[] =>
  bill.status !== 'open' || bill.restored !== undefined || isPaid(bill)
    ? []
    : cardsOf(bill).filter(({ status }) => status === 'paid')

/** Whether nothing moves at the counter: a card that is being charged or voided is looked up by its sale. */
export const isAtRest = ({ sale }: Pick<AtCounter, 'sale'>): boolean => leftToPeople.includes(sale.kind)

/** Deducts what others gave back of the cards of an open bill, at the counter or put aside. */
export function givenBackSeen(now: AtCounter, event: GivenBack): CounterStep {
  const changed = (bill: Bill): Bill => (bill.id === event.bill_id ? withGivenBack(bill, event) : bill)
  const bill = now.bill === null || !isAtRest(now) ? now.bill : changed(now.bill)
  const aside = now.aside.map(changed)
  if (bill === now.bill && aside.every((one, index) => one === now.aside[index]))
    return { next: now, effects: [] }
  return {
    next: { ...now, bill, aside, sale: bill === null ? now.sale : asPaidIn(bill, now.sale) },
    effects: [],
  }
}

function withGivenBack(bill: Bill, { given_back }: GivenBack): Bill {
  const cards = mayBeGivenBack(bill)
  const deducted = (tender: Tender): Tender => {
    const card = cards.find((one) => one === tender)
    if (card === undefined) return tender
    return withPartReturned(card, (given_back[card.sale.id] ?? 0) - (card.payment.returned ?? 0))
  }
  const tenders = bill.tenders.map(deducted)
  return tenders.every((one, index) => one === bill.tenders[index]) ? bill : { ...bill, tenders }
}
