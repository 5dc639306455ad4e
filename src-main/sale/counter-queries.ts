import type { Bill, ExchangeTender } from '../../src-shared/pos/bill/bill.ts'
import type { AtCounter } from '../../src-shared/pos/bill/bill-events.ts'
import { billsHere } from '../../src-shared/pos/bill/bills-here.ts'
import { claimsIntent } from '../../src-shared/pos/bill/claims.ts'
import { type OpenBill, openBills } from '../../src-shared/pos/bill/open-bills.ts'
import type { Tab } from '../../src-shared/pos/bill/tab.ts'
import type { PaymentLink } from '../../src-shared/pos/links/payment-link.ts'
import type { SaleState } from '../../src-shared/pos/sale/sale.ts'
import type { BesideTheSale } from './beside-the-sale.ts'
import { isExchangeOf } from './kinds-of-effects.ts'
import type { ParkedSales } from './parked-sales.ts'

/** What the counter holds at present. */
export interface CounterQueries {
  state(): SaleState
  /** What the customer owes, and what has been paid of it; null if nothing is being paid. */
  bill(): Bill | null
  /** Cards that are held. */
  tabs(): readonly Tab[]
  /** Bills that were put aside for the next sale: they wait for the payer of a link, or have been paid by it. */
  aside(): readonly Bill[]
  /** The link of the bill at the counter, or of one that was put aside. */
  link(id: string): PaymentLink | undefined
  /** Whether only the counter may move this intent's money: it belongs to a sale or a bill that is not done. */
  claims(intentId: string): boolean
  /** Status of the tender by which this return pays a bill that is not in the book of sales yet; null for none. */
  exchangeState(returnId: string): ExchangeTender['status'] | null
  /** All bills that are not in the book of sales yet. */
  openBills(): readonly OpenBill[]
  /** The numbers of bills that have left the counter, but are not in the book of sales yet. */
  unfiled(): readonly string[]
  /** Number of cash entries that are not in the drawer's ledger yet: until then the drawer may not be counted. */
  unbooked(): number
}

export const counterQueries = (
  counter: () => AtCounter,
  parked: Pick<ParkedSales, 'all'>,
  beside: Pick<BesideTheSale, 'left'>,
): CounterQueries => ({
  state: () => counter().sale,
  bill: () => counter().bill,
  tabs: () => counter().tabs,
  aside: () => counter().aside,
  link: (id) => [counter().bill, ...counter().aside].find((bill) => bill?.link?.id === id)?.link ?? undefined,
  claims: (intentId) => claimsIntent(counter(), parked.all(), intentId),
  exchangeState(returnId) {
    const bills = [...billsHere(counter(), parked.all()), ...beside.left().unfiled]
    return bills.flatMap(({ tenders }) => tenders).find(isExchangeOf(returnId))?.status ?? null
  },
  openBills: () => openBills(counter(), parked.all(), beside.left().unfiled),
  unfiled: () => beside.left().unfiled.map(({ number }) => number),
  unbooked: () => beside.left().unbooked.length,
})
