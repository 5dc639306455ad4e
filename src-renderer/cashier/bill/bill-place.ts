import type { TFunction } from 'i18next'
import type { Cents } from '../../../src-shared/money.ts'
import {
  balanceOf,
  cashHeld,
  isAskingGiftCard,
  isFree,
  isGivenBack,
  isPaid,
  isWaiting,
} from '../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { isUndecided } from '../../../src-shared/pos/bill/restored.ts'
import type { Snapshot } from '../../../src-shared/pos/snapshot.ts'

/** The screen of a bill that is shown. */
export type BillPlace =
  | 'restored'
  | 'asking'
  | 'cash'
  | 'balance'
  | 'link'
  | 'paid'
  | 'hand_back'
  | 'given_back'

/** @returns null while the card's screen is shown or no bill is being paid. @param cash the cashier is taking cash */
export function billPlace({ sale, bill }: Snapshot, cash: boolean): BillPlace | null {
  if (isUndecided({ sale, bill }) && !(bill && isAskingGiftCard(bill))) return 'restored'
  if (sale.kind !== 'ready' && sale.kind !== 'approved') return null
  if (bill === null) return cash && sale.kind === 'ready' ? 'cash' : null
  if (isAskingGiftCard(bill)) return 'asking'
  if (isPaid(bill)) return sale.kind === 'ready' ? 'paid' : null
  if (isWaiting(bill)) return 'link'
  if (bill.status === 'open') return cash ? 'cash' : 'balance'
  return isGivenBack(bill) ? 'given_back' : 'hand_back'
}

/** Text that a screen reader announces when a bill changes. */
export function billAnnouncement(
  place: BillPlace,
  bill: Bill | null,
  t: TFunction,
  money: (amount: Cents) => string,
): string {
  if (place === 'cash' || bill === null) return t('cash.title')
  const last = bill.tenders.at(-1)
  switch (place) {
    case 'restored':
      return t('bill.restored.title')
    case 'asking':
      return t('giftCard.asking')
    case 'balance':
      return `${t('bill.toPay')}. ${money(balanceOf(bill))}`
    case 'link':
      return `${t('bill.waiting')}. ${money(bill.link?.amount ?? 0)}`
    case 'paid':
      return last?.kind === 'cash' && last.change > 0
        ? `${t('bill.paid')}. ${t('cash.giveChange')} ${money(last.change)}`
        : t(isFree(bill) ? 'bill.free' : 'bill.paid')
    case 'hand_back':
      return `${t('bill.handBack')}. ${money(cashHeld(bill))}`
    case 'given_back':
      return `${t('bill.givenBack')}. ${t('bill.givenBackText')}`
  }
}
