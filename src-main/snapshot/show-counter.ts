import type { Bill, Numbering } from '../../src-shared/pos/bill/bill.ts'
import type { AtCounter } from '../../src-shared/pos/bill/bill-events.ts'
import type { CounterOptions } from '../counter/counter.ts'
import { followPaid } from '../printing/each-sale.ts'
import type { SnapshotPublisher } from './publisher.ts'

/** @returns a function that shows what is at the counter now, and informs its followers */
export function showCounter(options: {
  readonly snapshot: SnapshotPublisher
  readonly selling: Omit<CounterOptions['selling'], 'followParked'>
  /** The address of the bill's link. */
  readonly urlOf: (bill: Bill | null) => string | null
  /** Called when a sale takes the terminal. */
  readonly onCharging: () => void
  readonly onPaid: (bill: Bill) => void
}): (now: AtCounter) => void {
  const { snapshot, selling, urlOf, onCharging } = options
  const followBill = followPaid(options.onPaid)
  let wasSelling = false
  let wasCharging = false
  return ({ sale, bill, tabs, aside, numbering }) => {
    showSeries(snapshot, numbering)
    const isCharging = sale.kind !== 'ready'
    const isSelling = isCharging || bill !== null
    // The next sale is for another customer.
    const left = wasSelling && !isSelling ? { customer: null } : {}
    if (isCharging && !wasCharging) onCharging()
    wasCharging = isCharging
    wasSelling = isSelling
    const bill_link_url = urlOf(bill)
    snapshot.update({ sale, bill, bill_link_url, tabs: [...tabs], aside: [...aside], ...left })
    followBill(bill)
    selling.followSale(sale)
    selling.followBill(bill)
    selling.followAside(aside)
    selling.followTabs(tabs)
  }
}

/** Shows a new series of receipt numbers until a person has acknowledged it. */
function showSeries(snapshot: SnapshotPublisher, { series, former }: Numbering): void {
  const isNews = former !== undefined && !former.seen
  const begun = isNews ? { former: former.series, series } : null
  if (snapshot.present().begun_series?.series !== begun?.series) snapshot.update({ begun_series: begun })
}
