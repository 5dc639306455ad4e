import type { Cents } from '../../money.ts'
import type { PaymentLink } from '../links/payment-link.ts'
import { notKnown, type PaidByLink } from '../links/payment-link-steps.ts'
import { chargedIn } from '../sale/charged.ts'
import type { PaymentSummary, SaleFacts, SaleIn } from '../sale/sale.ts'
import type { EventOrigin, SaleEventIn } from '../sale/sale-events.ts'
import { balanceOf } from './balance.ts'
import type { Bill, CardTender, Numbering, Tender } from './bill.ts'
import type { AtCounter, NewBill } from './bill-events.ts'
import { withPartReturned } from './part-returned.ts'

export const newBill = (
  { exchange, ...bill }: NewBill,
  { series, next }: Numbering,
  origin: EventOrigin,
): Bill => ({
  ...bill,
  number: `${series}${next}`,
  opened_at: origin.at,
  tenders: exchange === undefined ? [] : [exchange],
  status: 'open',
  tab: bill.tab ?? null,
  link: null,
  person_id: origin.person_id ?? null,
})

/** The bill of a card that pays all of it, when no bill was opened before. */
export const billOfCharge = ({ id, amount, currency, note, order = null }: ChargedSale): NewBill => ({
  id: id.replace(/^sale_/, 'bill_'),
  order,
  total: amount,
  currency,
  note,
})

type ChargedSale = Pick<SaleEventIn<'charge'>['sale'], 'id' | 'amount' | 'currency' | 'note' | 'order'>

/** Adds a bill to a sale from the journal of an earlier version. */
export function withBill(now: AtCounter): AtCounter {
  // A tab gets its bill when it is closed.
  if (now.bill !== null || now.sale.kind === 'ready' || now.sale.sale.tab?.stage === 'opening') return now
  const { sale } = now.sale
  const bill = newBill(billOfCharge(sale), now.numbering, {
    at: sale.started_at,
    person_id: sale.person_id ?? null,
  })
  return { ...now, bill: now.sale.kind === 'approved' ? withCard(bill, now.sale) : bill }
}

interface CardPaid extends Pick<SaleIn<'approved'>, 'sale' | 'payment'> {
  /** Drawn on a screen of the counter. */
  readonly signature?: string | null
}

/** Adds the payment of this sale's card. What it paid beyond its part of the bill is the tip, then the surcharge. */
export function withCard(bill: Bill, paid: CardPaid): Bill {
  const { sale } = paid
  // The bank refused the void: the payment stands, and nothing more is given back.
  if (bill.tenders.some((one) => isOfSale(one, sale.id))) {
    const tenders = bill.tenders.map((one) =>
      isOfSale(one, sale.id) ? { ...withPartReturned(one, sinceOf(one, paid.payment)), sale } : one,
    )
    return { ...bill, status: 'open', tenders }
  }
  return { ...bill, tenders: [...bill.tenders, cardTender(bill, paid)] }
}

/** What went back to the card since its tender was last updated. */
const sinceOf = ({ payment }: CardTender, { returned = 0 }: PaymentSummary): Cents =>
  returned - (payment.returned ?? 0)

function cardTender(bill: Bill, { sale, payment, signature = null }: CardPaid): CardTender {
  const { returned = 0, ...summary } = payment
  const charged = chargedIn(payment)
  const amount = Math.min(charged, sale.amount, balanceOf(bill))
  const besides = charged - amount
  const surcharge = Math.max(0, Math.min(sale.surcharge, besides - sale.tip))
  const tip = besides - surcharge
  const signed = signature === null ? {} : { signed_here: true as const }
  const whole = { ...summary, amount: charged }
  const parts = { amount, tip, surcharge, ...signed, sale, payment: whole }
  return withPartReturned({ kind: 'card', status: 'paid', ...parts }, returned)
}

/**
 * Updates the link. If it was paid, its payment becomes a card's tender, which is voided, refunded and counted like any
 * other; its sale is named after the link.
 */
export function withLink(bill: Bill, link: PaymentLink, paid: PaidByLink | null): Bill {
  if (link.state !== 'paid') return { ...bill, link }
  // It was paid, but the payment does not stand: nothing is claimed about it.
  if (paid === null) return { ...bill, link: notKnown(link) }
  return withCard(
    { ...bill, link: null },
    { sale: saleOfLink(bill, link, paid.intent_id), payment: paid.payment },
  )
}

const saleOfLink = (bill: Bill, link: PaymentLink, intent_id: string): SaleFacts => ({
  id: link.id,
  amount: link.amount,
  tip: 0,
  currency: bill.currency,
  // The payer typed it.
  entry: 'manual',
  note: bill.note,
  order: bill.order,
  started_at: link.made_at,
  hsn: '',
  intent_id,
  attempt: 1,
  tip_settled: true,
  failed_payments: [],
  voids: 0,
  bill: { number: bill.number, total: bill.total },
  tab: null,
  person_id: bill.person_id,
  surcharge_rule: null,
  surcharge: 0,
  surcharge_sent: false,
  no_surcharge: null,
  customer: null,
  token: null,
})

/** Removes the outcome of an unpaid link or gift card, which has been seen by now. */
export function goingOn({ gift_card_refused: _, ...bill }: Bill): Bill {
  return { ...bill, link: null }
}

/** Marks the tender of this sale as returned to its card. */
export const withCardReturned = (bill: Bill, saleId: string): Bill => ({
  ...bill,
  tenders: bill.tenders.map((one) => (isOfSale(one, saleId) ? { ...one, status: 'returned' } : one)),
})

export const withCashReturned = (bill: Bill): Bill => ({
  ...bill,
  tenders: bill.tenders.map((one) => (one.kind === 'cash' ? { ...one, status: 'returned' } : one)),
})

const isOfSale = (tender: Tender, saleId: string): tender is CardTender =>
  tender.kind === 'card' && tender.sale.id === saleId
