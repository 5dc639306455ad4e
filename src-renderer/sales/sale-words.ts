import type { TFunction } from 'i18next'
import { isFree } from '../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import type { ReturnPart } from '../../src-shared/pos/returns/return.ts'
import { cardName } from '../cashier/card-name.ts'

/** Names of the tenders that paid a bill, without repeats; or that it was free. */
export function tenderNames(bill: Bill, t: TFunction<'sales'>): string {
  const paid = bill.tenders.filter(({ status }) => status === 'paid')
  if (isFree(bill)) return t('free')
  if (paid.length === 0) return t('allBack')
  const names = paid.map((tender) => {
    if (tender.kind === 'gift_card') return giftCardName(tender.last_four, t)
    if (tender.kind === 'exchange') return t('exchangeOf', { number: tender.number })
    return tender.kind === 'cash' ? t('cash') : cardName(tender.payment.brand, tender.payment.last_four)
  })
  // Avoids a line break between a card's brand and its digits.
  return [...new Set(names)].map((name) => name.replaceAll(' ', '\u00a0')).join(', ')
}

/** Name of the target of one part of a return. */
export function partName(part: ReturnPart, t: TFunction<'sales'>): string {
  if (part.kind === 'gift_card') return giftCardName(part.last_four, t)
  if (part.kind === 'exchange') return t('otherGoods')
  return part.kind === 'cash' ? t('cash') : cardName(part.brand, part.last_four)
}

/** A card that does not exist yet has no letters. */
const giftCardName = (lastFour: string, t: TFunction<'sales'>): string =>
  lastFour === '' ? t('newGiftCard') : t('giftCard', { last_four: lastFour })
