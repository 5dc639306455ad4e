import type { ParkedSale } from '../parked/parked-sale.ts'
import type { SaleState } from '../sale/sale.ts'
import { isWaiting } from './balance.ts'
import type { Bill } from './bill.ts'
import type { AtCounter } from './bill-events.ts'

/** A bill that the book of sales does not have yet. */
export interface OpenBill {
  readonly number: string
  /** What names each of its payments in other records, see `paymentNames`. */
  readonly payments: readonly string[]
  /** Other records may have a payment of it that it cannot name yet, or does not know of. */
  readonly isMoving: boolean
}

/**
 * What names the payments of a bill in other records, also of those that went back: a card's intent, and the entry of cash in the
 * drawer's ledger. A card whose intent nobody wrote down may be any of the bill: then the receipt's number.
 */
export const paymentNames = ({ number, tenders }: Pick<Bill, 'number' | 'tenders'>): readonly string[] =>
  tenders.flatMap((tender) => {
    if (tender.kind === 'card') return [tender.sale.intent_id ?? number]
    return tender.kind === 'cash' ? [tender.id] : []
  })

/** At the counter, put aside, parked, or on the way into the book of sales. */
export const openBills = (
  { sale, bill, aside }: Pick<AtCounter, 'sale' | 'bill' | 'aside'>,
  parked: readonly ParkedSale[],
  unfiled: readonly Bill[],
): readonly OpenBill[] => [
  ...(bill === null ? [] : [withSale(bill, sale)]),
  ...parked.flatMap((one) => (one.bill === null ? [] : [withSale(one.bill, one.state)])),
  ...aside.map((one) => withSale(one, { kind: 'ready' })),
  ...unfiled.map((one) => ({ number: one.number, payments: paymentNames(one), isMoving: false })),
]

/** An intent is known before its card is a tender; what a link is paid with, or was paid before a restore, is not. */
function withSale(bill: Bill, state: SaleState): OpenBill {
  const intent = state.kind === 'ready' ? undefined : state.sale.intent_id
  return {
    number: bill.number,
    payments: [...paymentNames(bill), ...(typeof intent === 'string' ? [intent] : [])],
    isMoving: intent === null || isWaiting(bill) || bill.restored !== undefined,
  }
}
