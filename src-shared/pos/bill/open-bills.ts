import type { ParkedSale } from '../parked/parked-sale.ts'
import type { SaleState } from '../sale/sale.ts'
import { isWaiting } from './balance.ts'
import type { Bill } from './bill.ts'
import type { AtCounter } from './bill-events.ts'

/** A bill that is not in the book of sales yet. */
export interface OpenBill {
  readonly number: string
  /** The names of its payments in other records, see `paymentNames`. */
  readonly payments: readonly string[]
  /** Other records may have a payment of it whose name, or existence, is still unknown here. */
  readonly isMoving: boolean
}

/**
 * The names of a bill's payments in other records, including refunded ones: a card's intent, or the cash entry in the
 * drawer's ledger. A card without a recorded intent may be any card of the bill: it gets the receipt's number.
 */
export const paymentNames = ({ number, tenders }: Pick<Bill, 'number' | 'tenders'>): readonly string[] =>
  tenders.flatMap((tender) => {
    if (tender.kind === 'card') return [tender.sale.intent_id ?? number]
    return tender.kind === 'cash' ? [tender.id] : []
  })

/** Bills at the counter, put aside, parked, or on their way into the book of sales. */
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

/** An intent is known before its card is a tender; payments by link, or before a restore, are not. */
function withSale(bill: Bill, state: SaleState): OpenBill {
  const intent = state.kind === 'ready' ? undefined : state.sale.intent_id
  return {
    number: bill.number,
    payments: [...paymentNames(bill), ...(typeof intent === 'string' ? [intent] : [])],
    isMoving: intent === null || isWaiting(bill) || bill.restored !== undefined,
  }
}
