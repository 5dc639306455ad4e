import type { Cents } from '../../money.ts'
import { percentOf } from '../../money.ts'
import { assertNever } from '../../result.ts'
import { balanceOf, isGivenBack, isPaid, paidOf, returnedOf, takenOf, tipsOf } from '../bill/balance.ts'
import type { Bill } from '../bill/bill.ts'
import { isLinkSettled, isLocalUrl } from '../links/payment-link-steps.ts'
import { oneUnit } from '../order/limits.ts'
import type { Order } from '../order/order.ts'
import { lineName } from '../order/order-details.ts'
import { orderDiscountOf, totalsOf } from '../order/totals.ts'
import { waitingExchange, worthOf } from '../returns/waiting-exchange.ts'
import { chargedOf } from '../sale/charged.ts'
import type { SaleFacts, SaleIn } from '../sale/sale.ts'
import type { TipOffer } from '../sale/sale-events.ts'
import type { Snapshot } from '../snapshot.ts'
import type { DisplayOrder, DisplaySnapshot, DisplayStep, DisplayView } from './display-snapshot.ts'

/** A tip question for this display. */
export interface TipQuestion {
  readonly prompt: string
  readonly amount: Cents
  readonly offer: TipOffer
}

/** Data that main adds to the counter's snapshot. */
interface Besides {
  readonly tip: TipQuestion | null
  readonly pictures: number
  /** The address of `shownReceipt`; null if there is none, or it is not known yet. */
  readonly receipt_url: string | null
}

/**
 * Reduces the snapshot to what the customer may read. Every field is listed, so that fields added to the snapshot later
 * stay with the staff: notes, reasons, other customers' tabs, orders and links, names of staff, reasons of declines.
 */
export const displaySnapshotOf = (
  snapshot: Snapshot,
  { pictures, ...besides }: Besides,
): DisplaySnapshot => ({
  shop: snapshot.merchant_name,
  language: snapshot.settings.language,
  color_scheme: snapshot.settings.color_scheme,
  currency: snapshot.currency,
  training: snapshot.real_money === false,
  pictures,
  view: viewOf(snapshot, besides),
})

function viewOf(snapshot: Snapshot, { tip, receipt_url }: Omit<Besides, 'pictures'>): DisplayView {
  const { sale, bill, selling } = snapshot
  switch (sale.kind) {
    case 'ready':
      if (bill !== null) return viewOfLink(bill, snapshot.bill_link_url) ?? viewOfBill(bill, receipt_url)
      return selling.book === null || selling.book.draft.lines.length === 0
        ? { kind: 'idle' }
        : { kind: 'order', order: orderOf(selling.book.draft, returnedFor(snapshot)) }
    case 'adding_tip':
    case 'adding_surcharge':
      return sale.cancelling ? { kind: 'wait' } : paying(sale.sale, 'one_moment')
    case 'creating':
      return paying(sale.sale, 'one_moment')
    case 'choosing_tip':
      if (sale.cancelling) return { kind: 'wait' }
      if (tip === null || tip.prompt !== sale.sale.id) return paying(sale.sale, 'tip')
      return { kind: 'tip', prompt: tip.prompt, amount: tip.amount, offer: offerOf(tip) }
    case 'reading_card':
      return sale.cancelling ? { kind: 'wait' } : paying(sale.sale, 'card')
    case 'confirming':
      if (sale.cancelling) return { kind: 'wait' }
      return paying({ ...sale.sale, surcharge: sale.surcharge }, 'consent')
    case 'authorizing':
      if (sale.cancelling) return { kind: 'wait' }
      return paying(sale.sale, sale.payment === null ? stepOf(sale) : 'sign')
    case 'checking':
    case 'deciding':
    case 'voiding':
    case 'capturing':
      return { kind: 'wait' }
    case 'declined':
      return { kind: 'declined' }
    case 'signing':
      return { kind: 'sign', prompt: sale.sale.id, amount: sale.payment.amount }
    case 'approved':
      return viewOfApproved(sale, bill, receipt_url)
    case 'stopped':
      if (sale.released === true) return { kind: 'released' }
      return sale.money === 'voided'
        ? { kind: 'given_back', amount: sale.returned ?? chargedOf(sale.sale) }
        : { kind: 'not_paid' }
    default:
      return assertNever(sale)
  }
}

const paying = (sale: SaleFacts, step: DisplayStep): DisplayView => ({
  kind: 'paying',
  order: sale.order === null ? null : orderOf(sale.order),
  amount: chargedOf(sale),
  tip: sale.tip,
  surcharge: sale.surcharge,
  step,
})

const stepOf = ({ step }: SaleIn<'authorizing'>): DisplayStep =>
  step === 'authorizing' || step === 'card_inserted' || step === 'card_tapped' ? 'bank' : 'card'

const offerOf = ({ amount, offer: { presets, custom } }: TipQuestion) => ({
  presets: presets.map((percent) => ({ percent, tip: percentOf(amount, percent) })),
  custom,
})

/** The link is secret and pays this bill alone: it is shown only if it was not sent. Null if no link is pending. */
function viewOfLink({ link }: Bill, url: string | null): DisplayView | null {
  if (link === null || isLinkSettled(link)) return null
  if (link.awaits_bank !== null) return { kind: 'wait' }
  const isShown = link.receiver.kind === 'code' && link.state === 'open' && !link.withdrawing
  return { kind: 'link', amount: link.amount, url: isShown && !isLocalUrl(url) ? url : null }
}

/** A bill between tenders, or finished. */
function viewOfBill(bill: Bill, receipt_url: string | null): DisplayView {
  if (bill.status === 'undoing') {
    return isGivenBack(bill) ? { kind: 'given_back', amount: returnedOf(bill) } : { kind: 'giving_back' }
  }
  if (isPaid(bill)) return paidBill(bill, receipt_url)
  const paid = paidOf(bill)
  if (paid > 0) return { kind: 'part_paid', total: bill.total, paid, balance: balanceOf(bill) }
  return bill.order === null
    ? { kind: 'paying', order: null, amount: bill.total, tip: 0, surcharge: 0, step: 'one_moment' }
    : { kind: 'order', order: orderOf(bill.order) }
}

function paidBill(bill: Bill, receipt_url: string | null): DisplayView {
  const last = bill.tenders.at(-1)
  return {
    kind: 'paid',
    total: takenOf(bill),
    tip: tipsOf(bill),
    change: last?.kind === 'cash' ? last.change : 0,
    number: bill.number,
    receipt_url,
  }
}

function viewOfApproved(
  { sale, payment }: SaleIn<'approved'>,
  bill: Bill | null,
  receipt_url: string | null,
): DisplayView {
  if (sale.tab?.stage === 'opening') return { kind: 'held', amount: payment.amount }
  if (bill !== null) return viewOfBill(bill, receipt_url)
  const number = sale.bill?.number ?? null
  return { kind: 'paid', total: payment.amount, tip: sale.tip, change: 0, number, receipt_url }
}

/** The worth of the goods that are exchanged for the order. */
function returnedFor(snapshot: Snapshot): Cents {
  const one = waitingExchange(snapshot)
  return one === null ? 0 : worthOf(one.lines)
}

function orderOf(order: Order, returned: Cents = 0): DisplayOrder {
  const totals = totalsOf(order)
  return {
    lines: order.lines.map((line, index) => {
      const of = totals.lines[index]
      return {
        id: line.id,
        name: lineName(line),
        quantity: line.quantity / oneUnit,
        amount: of === undefined ? 0 : of.gross - of.discount,
      }
    }),
    discount: orderDiscountOf(totals),
    added_tax: totals.added_tax,
    total: totals.total,
    returned,
    due: totals.total - returned,
  }
}
