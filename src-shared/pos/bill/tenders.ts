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

/** The bill of a card that pays all of it: nobody asked for one. */
export const billOfCharge = ({ id, amount, currency, note, order = null }: ChargedSale): NewBill => ({
  id: id.replace(/^sale_/, 'bill_'),
  order,
  total: amount,
  currency,
  note,
})

type ChargedSale = Pick<SaleEventIn<'charge'>['sale'], 'id' | 'amount' | 'currency' | 'note' | 'order'>

/** A journal of an earlier version has a sale and no bill. */
export function withBill(now: AtCounter): AtCounter {
  // A tab has its bill when it is closed.
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

/** The card of this sale has paid; what it paid beyond its part of the bill is the tip, then the surcharge. */
export function withCard(bill: Bill, paid: CardPaid): Bill {
  const { sale } = paid
  // A void that the bank refused: the payment stands, and nothing more is given back.
  if (bill.tenders.some((one) => isOfSale(one, sale.id))) {
    const tenders = bill.tenders.map((one) =>
      isOfSale(one, sale.id) ? { ...withPartReturned(one, sinceOf(one, paid.payment)), sale } : one,
    )
    return { ...bill, status: 'open', tenders }
  }
  return { ...bill, tenders: [...bill.tenders, cardTender(bill, paid)] }
}

/** What has gone back to the card since its tender was last looked at. */
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
 * The link as it has become. What was paid by it is a card's tender like any other, to be voided, given back and counted
 * as one; its sale is named after the link.
 */
export function withLink(bill: Bill, link: PaymentLink, paid: PaidByLink | null): Bill {
  if (link.state !== 'paid') return { ...bill, link }
  // It was paid, and the payment does not stand: nothing is claimed of it.
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

/** What became of a link that nobody paid by, or of a gift card that did not pay, has been seen once it goes on. */
export function goingOn({ gift_card_refused: _, ...bill }: Bill): Bill {
  return { ...bill, link: null }
}

/** The payment of this sale went back to its card. */
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
