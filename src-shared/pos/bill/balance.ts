import type { Cents } from '../../money.ts'
import { isLinkSettled } from '../links/payment-link-steps.ts'
import type { Bill, CardTender, Tender } from './bill.ts'

/** The cards that have paid of it. */
export const cardsOf = (bill: Bill): readonly CardTender[] =>
  bill.tenders.filter((tender) => tender.kind === 'card')

const standing = (bill: Bill): readonly Tender[] => bill.tenders.filter(({ status }) => status === 'paid')

/** Somebody has paid something of it: what was brought back for it alone is no money yet. */
export const isBegun = (bill: Bill): boolean => standing(bill).some(({ kind }) => kind !== 'exchange')

export const isPartlyPaid = (bill: Bill): boolean => isBegun(bill) && balanceOf(bill) > 0

/** What is sold costs nothing, such as after a discount of 100 %: it is paid without a tender. */
export const isFree = ({ total }: Pick<Bill, 'total'>): boolean => total === 0

/** Nobody has ever paid anything of what it costs: left like this, nothing is kept of it. */
export const isUntouched = (bill: Bill): boolean =>
  bill.tenders.every(({ kind }) => kind === 'exchange') && balanceOf(bill) > 0

/** It counts as a sale: somebody has paid for it and has not got all back, or it cost nothing. */
export const isSale = (bill: Bill): boolean => isFree(bill) || paidOf(bill) > 0

/** What the customer still owes. */
export const balanceOf = (bill: Bill): Cents =>
  standing(bill).reduce((left, { amount }) => left - amount, bill.total)

/** What has been paid of the bill, tips apart. */
export const paidOf = (bill: Bill): Cents => bill.total - balanceOf(bill)

/** Somebody may pay by its link at any moment: nothing else pays meanwhile, and it is not left. */
export const isWaiting = ({ link }: Bill): boolean => link !== null && !isLinkSettled(link)

/** What a paid bill took in all, with tips, surcharges and the rounding of cash. Returns take nothing off it. */
export const takenOf = (bill: Bill): Cents =>
  standing(bill).reduce((sum, one) => sum + besides(one), bill.total)

/** Of what it took, the tips. */
export const tipsOf = (bill: Bill): Cents =>
  standing(bill).reduce((sum, one) => sum + (one.kind === 'card' ? one.tip : 0), 0)

/** Of this bill, what is in the drawer. */
export const cashHeld = (bill: Bill): Cents =>
  standing(bill).reduce((sum, one) => (one.kind === 'cash' ? sum + one.amount + one.rounding : sum), 0)

/** One that a backup brought is not, before a person has said what stands. */
export const isPaid = (bill: Bill): boolean =>
  bill.status === 'open' && balanceOf(bill) === 0 && bill.restored === undefined

/** All that had been paid is with the customer again. */
export const isGivenBack = (bill: Bill): boolean => bill.status === 'undoing' && standing(bill).length === 0

/** What the customer has again: tip, surcharge and rounding with it. */
export const returnedOf = (bill: Bill): Cents =>
  bill.tenders
    .filter((one) => one.kind !== 'exchange' && !wasNotAwaited(one))
    .reduce(
      (sum, one) => sum + backBefore(one) + (one.status === 'returned' ? one.amount + besides(one) : 0),
      0,
    )

/**
 * Nobody waited for the answer about this gift card: whether it gave anything is not known, and whatever it gave goes back
 * to it.
 */
export const wasNotAwaited = (tender: Tender): boolean =>
  tender.kind === 'gift_card' && tender.status === 'returned' && tender.left === null

/** What of a card's payment went back elsewhere, and is in its parts no more. */
const backBefore = (tender: Tender): Cents => (tender.kind === 'card' ? (tender.payment.returned ?? 0) : 0)

/** What a tender paid beside its part of the bill. */
function besides(tender: Tender): Cents {
  if (tender.kind === 'card') return tender.tip + tender.surcharge
  return tender.kind === 'cash' ? tender.rounding : 0
}

/** The service is asked to take money off a gift card: nothing else is done before it has answered. */
export const isAskingGiftCard = (bill: Bill): boolean =>
  bill.tenders.some(({ status }) => status === 'asking')

/** Somebody's money is in it, or may be, and it is not paid: it may not be left. */
export const holdsMoney = (bill: Bill): boolean => isAskingGiftCard(bill) || (isBegun(bill) && !isPaid(bill))

/**
 * Nothing of it is paid, so that it may be left, and its order put on hold. What is on a tab goes back to the tab, where
 * it would be a second time.
 */
export const isHoldable = (bill: Bill): boolean =>
  bill.order !== null &&
  bill.tab === null &&
  bill.status === 'open' &&
  bill.restored === undefined &&
  balanceOf(bill) > 0 &&
  !holdsMoney(bill) &&
  !isWaiting(bill)

/** The card that is voided next, the last one first; null when there is none left. */
export const nextToVoid = (bill: Bill): CardTender | null => {
  const last = bill.tenders.findLast(({ kind, status }) => kind === 'card' && status === 'paid')
  return last?.kind === 'card' ? last : null
}
