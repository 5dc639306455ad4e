import type { Cents } from '../../money.ts'
import { isLinkSettled } from '../links/payment-link-steps.ts'
import type { Bill, CardTender, Tender } from './bill.ts'

/** The card tenders of the bill. */
export const cardsOf = (bill: Bill): readonly CardTender[] =>
  bill.tenders.filter((tender) => tender.kind === 'card')

const standing = (bill: Bill): readonly Tender[] => bill.tenders.filter(({ status }) => status === 'paid')

/** Whether something was paid; an exchange credit alone is not money yet. */
export const isBegun = (bill: Bill): boolean => standing(bill).some(({ kind }) => kind !== 'exchange')

export const isPartlyPaid = (bill: Bill): boolean => isBegun(bill) && balanceOf(bill) > 0

/** Whether the goods are free, such as after a discount of 100 %: the bill is paid without a tender. */
export const isFree = ({ total }: Pick<Bill, 'total'>): boolean => total === 0

/** Whether nothing was ever paid of a bill with a price: if it is left in this state, nothing of it is kept. */
export const isUntouched = (bill: Bill): boolean =>
  bill.tenders.every(({ kind }) => kind === 'exchange') && balanceOf(bill) > 0

/** Whether it counts as a sale: it was paid, at least in part, and not fully given back, or it was free. */
export const isSale = (bill: Bill): boolean => isFree(bill) || paidOf(bill) > 0

/** What the customer still owes. */
export const balanceOf = (bill: Bill): Cents =>
  standing(bill).reduce((left, { amount }) => left - amount, bill.total)

/** What was paid of the bill, without tips. */
export const paidOf = (bill: Bill): Cents => bill.total - balanceOf(bill)

/** Whether its link can still be paid: until then no other tender may pay, and the bill cannot be left. */
export const isWaiting = ({ link }: Bill): boolean => link !== null && !isLinkSettled(link)

/** The total income of a paid bill, including tips, surcharges and rounding of cash. Returns are not deducted. */
export const takenOf = (bill: Bill): Cents =>
  standing(bill).reduce((sum, one) => sum + besides(one), bill.total)

/** What the customer paid, also of a bill that was left part paid; of one that was undone, what was given back. */
export const movedFor = (bill: Bill): Cents =>
  isGivenBack(bill) ? returnedOf(bill) : takenOf(bill) - balanceOf(bill)

/** The tips in that income. */
export const tipsOf = (bill: Bill): Cents =>
  standing(bill).reduce((sum, one) => sum + (one.kind === 'card' ? one.tip : 0), 0)

/** The cash of this bill in the drawer. */
export const cashHeld = (bill: Bill): Cents =>
  standing(bill).reduce((sum, one) => (one.kind === 'cash' ? sum + one.amount + one.rounding : sum), 0)

/** Not for a bill restored from a backup until a person has confirmed it. */
export const isPaid = (bill: Bill): boolean =>
  bill.status === 'open' && balanceOf(bill) === 0 && bill.restored === undefined

/** Whether everything that was paid has been given back. */
export const isGivenBack = (bill: Bill): boolean => bill.status === 'undoing' && standing(bill).length === 0

/** What was given back to the customer, including tip, surcharge and rounding. */
export const returnedOf = (bill: Bill): Cents =>
  bill.tenders.reduce((sum, one) => sum + returnedOfTender(one), 0)

/** What was given back of one tender. No money goes back of an exchange, nor surely of an unanswered gift card. */
export const returnedOfTender = (one: Tender): Cents =>
  one.kind === 'exchange' || wasNotAwaited(one)
    ? 0
    : backBefore(one) + (one.status === 'returned' ? one.amount + besides(one) : 0)

/**
 * Whether the wait for this gift card's answer was stopped: its charge is then unknown, and anything it paid goes back
 * to it.
 */
export const wasNotAwaited = (tender: Tender): boolean =>
  tender.kind === 'gift_card' && tender.status === 'returned' && tender.left === null

/** What went back of a card's payment elsewhere, and is no longer in the tender's parts. */
const backBefore = (tender: Tender): Cents => (tender.kind === 'card' ? (tender.payment.returned ?? 0) : 0)

/** What a tender paid in addition to its part of the bill. */
function besides(tender: Tender): Cents {
  if (tender.kind === 'card') return tender.tip + tender.surcharge
  return tender.kind === 'cash' ? tender.rounding : 0
}

/** Whether a gift card is being charged: nothing else happens before the service has answered. */
export const isAskingGiftCard = (bill: Bill): boolean =>
  bill.tenders.some(({ status }) => status === 'asking')

/** Whether the bill is unpaid but contains, or may contain, a customer's money: it must not be left. */
export const holdsMoney = (bill: Bill): boolean => isAskingGiftCard(bill) || (isBegun(bill) && !isPaid(bill))

/**
 * Whether nothing was paid, so that the bill can be left and its order put on hold. Not for a tab's bill, whose order
 * returns to the tab and must not exist twice.
 */
export const isHoldable = (bill: Bill): boolean =>
  bill.order !== null &&
  bill.tab === null &&
  bill.status === 'open' &&
  bill.restored === undefined &&
  balanceOf(bill) > 0 &&
  !holdsMoney(bill) &&
  !isWaiting(bill)

/** The next card to void, starting with the last one; null if none is left. */
export const nextToVoid = (bill: Bill): CardTender | null => {
  const last = bill.tenders.findLast(({ kind, status }) => kind === 'card' && status === 'paid')
  return last?.kind === 'card' ? last : null
}
