import type { TFunction } from 'i18next'
import type { Bill } from '../../src-shared/pos/bill/bill.ts'
import type { ReturnPart } from '../../src-shared/pos/returns/return.ts'
import { cardName } from '../cashier/card-name.ts'

/** What paid a bill, each once. */
export function tenderNames(bill: Bill, t: TFunction<'sales'>): string {
  const paid = bill.tenders.filter(({ status }) => status === 'paid')
  if (paid.length === 0) return t('allBack')
  const names = paid.map((tender) =>
    tender.kind === 'cash' ? t('cash') : cardName(tender.payment.brand, tender.payment.last_four),
  )
  return [...new Set(names)].join(', ')
}

/** Whom or what a part of a return goes to. */
export const partName = (part: ReturnPart, t: TFunction<'sales'>): string =>
  part.kind === 'cash' ? t('cash') : cardName(part.brand, part.last_four)
