import { isSale } from '../bill/balance.ts'
import type { Tender } from '../bill/bill.ts'
import { partCents } from '../returns/return-sums.ts'
import type { ReportFacts } from './facts.ts'
import { total } from './summed.ts'

/** Income and refunds of a period, by tenders alone, without the goods. In cents. */
export interface Takings {
  /** Number of bills that were paid at least in part, and of free ones. */
  readonly count: number
  /** Including tips, surcharges and rounding of cash. */
  readonly collected: number
  readonly tips: number
  readonly given_back: number
}

export function takingsOf({ sold, returned }: Pick<ReportFacts, 'sold' | 'returned'>): Takings {
  const paid = sold.flatMap(({ bill }) => bill.tenders.filter(({ status }) => status === 'paid'))
  const given = returned.flatMap(({ one }) => one.parts.filter(({ state }) => state === 'done'))
  return {
    count: sold.filter(({ bill }) => isSale(bill)).length,
    collected: total(paid.map(tenderCents)),
    tips: total(paid.map(tipOf)),
    given_back: total(given.map(partCents)),
  }
}

export const tipOf = (tender: Tender): number => (tender.kind === 'card' ? tender.tip : 0)
export const surchargeOf = (tender: Tender): number =>
  tender.kind === 'card' || tender.kind === 'exchange' ? tender.surcharge : 0
export const roundingOf = (tender: Tender): number =>
  tender.kind === 'cash' || tender.kind === 'exchange' ? tender.rounding : 0
export const tenderCents = (tender: Tender): number =>
  tender.amount + tipOf(tender) + surchargeOf(tender) + roundingOf(tender)
