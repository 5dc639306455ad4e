import type { Cents } from '../../money.ts'
import { paidOf } from '../bill/balance.ts'
import type { Bill, Tender } from '../bill/bill.ts'
import { type CashStep, cashDue } from '../bill/cash.ts'
import { rounded } from '../order/fraction.ts'
import { lineName } from '../order/order-details.ts'
import { totalsOf } from '../order/totals.ts'
import type { Return, ReturnedLine, ReturnPart } from './return.ts'
import { creditId, roundingOf } from './return-sums.ts'

/** The only line of a bill without an order, and of a bill that left part paid: its quantity is in cents. */
export const amountLineId = 'amount'
/** The id of all cash of a bill. */
export const cashTenderId = 'cash'

/** A line of a bill, and the quantity returned before. */
export interface ReturnableLine {
  readonly id: string
  /** Empty for a typed amount. */
  readonly name: string
  readonly sold: number
  readonly returned: number
}

/** The payment of one card, or of all cash, and the part that went back before. In cents. */
export interface ReturnableTender {
  readonly id: string
  readonly card: PaidCard | null
  /** The gift card that paid; absent for cards and cash. */
  readonly gift_card?: { readonly card_id: string | null; readonly last_four: string }
  readonly amount: Cents
  /** For cash only: what rounding added to the amount. */
  readonly rounding: Cents
  readonly tip: Cents
  readonly surcharge: Cents
  readonly amountBack: Cents
  readonly tipBack: Cents
  readonly surchargeBack: Cents
  readonly roundingBack: Cents
}
interface PaidCard {
  readonly intent_id: string
  readonly payment_id: string
  readonly brand: string
  readonly last_four: string
  /** It paid only this bill: if all of it goes back, its payment may be voided. */
  readonly is_own: boolean
}

/** Returns that were made before, or are in progress. */
export type WentBack = Pick<Return, 'status' | 'lines' | 'parts'>

export interface Returnable {
  readonly lines: readonly ReturnableLine[]
  /** In the order of repayment: cards, last one first; then gift cards; then cash. */
  readonly tenders: readonly ReturnableTender[]
}

/** What a customer can still return of a bill. @param before its returns; cancelled ones do not count */
export function returnable(bill: Bill, before: readonly WentBack[]): Returnable {
  const counted = before.filter(({ status }) => status !== 'cancelled')
  const lines = counted.flatMap((one) => one.lines)
  const parts = counted.flatMap((one) => one.parts)
  return {
    lines: soldLines(bill).map(({ id, name, quantity }) => ({
      id,
      name,
      sold: quantity,
      returned: lines.reduce((sum, line) => (line.line_id === id ? sum + line.quantity : sum), 0),
    })),
    tenders: paidTenders(bill).map((tender) => withBack(tender, parts)),
  }
}

type PaidTender = Omit<ReturnableTender, 'amountBack' | 'tipBack' | 'surchargeBack' | 'roundingBack'>

function paidTenders({ tenders }: Bill): readonly PaidTender[] {
  const paid = tenders.filter(({ status }) => status === 'paid')
  const cards = paid
    .filter((tender) => tender.kind === 'card')
    .map(({ amount, tip, surcharge, sale, payment: { payment_id, brand, last_four } }) => {
      const card = { intent_id: sale.intent_id ?? '', payment_id, brand, last_four, is_own: true }
      return { id: sale.id, card, amount, rounding: 0, tip, surcharge }
    })
  const credit = paid.filter((tender) => tender.kind === 'exchange').flatMap(creditTenders)
  const cash = [...paid.filter((tender) => tender.kind === 'cash'), ...credit.filter(isCash)]
  const sum = (of: (one: (typeof cash)[number]) => Cents) => cash.reduce((total, one) => total + of(one), 0)
  const pool = { id: cashTenderId, card: null, tip: 0, surcharge: 0 }
  const giftCards = paid
    .filter((tender) => tender.kind === 'gift_card')
    .map(({ id, amount, card_id, last_four }) => {
      const gift_card = { card_id, last_four }
      return { id, card: null, gift_card, amount, rounding: 0, tip: 0, surcharge: 0 }
    })
  return [
    ...cards.reverse(),
    ...credit.filter(({ card }) => card !== null),
    ...giftCards.reverse(),
    ...credit.filter(({ gift_card }) => gift_card !== undefined),
    ...(cash.length === 0
      ? []
      : [{ ...pool, amount: sum(({ amount }) => amount), rounding: sum(({ rounding }) => rounding) }]),
  ]
}

/** An exchange credit pays this bill, but still belongs to the payers of the earlier goods. */
const creditTenders = ({ id, credit }: Extract<Tender, { kind: 'exchange' }>): readonly PaidTender[] =>
  credit.map(({ payer, goods: amount, rounding, surcharge }, index) => {
    const share = { id: creditId(id, index), amount, rounding, tip: 0, surcharge }
    if (payer.kind === 'cash') return { ...share, card: null }
    if (payer.kind === 'gift_card') {
      const { card_id, last_four } = payer
      return { ...share, card: null, gift_card: { card_id, last_four } }
    }
    const { kind: _, ...whose } = payer
    return { ...share, card: { ...whose, is_own: false } }
  })

const isCash = ({ card, gift_card }: PaidTender): boolean => card === null && gift_card === undefined

function withBack(tender: PaidTender, parts: readonly ReturnPart[]): ReturnableTender {
  const own = parts.filter(({ tender_id }) => tender_id === tender.id)
  const sum = (of: (part: ReturnPart) => Cents) => own.reduce((total, part) => total + of(part), 0)
  return {
    ...tender,
    amountBack: sum(({ goods }) => goods),
    tipBack: sum(({ tip }) => tip),
    surchargeBack: sum(({ surcharge }) => surcharge),
    roundingBack: sum(roundingOf),
  }
}

interface SoldLine {
  readonly id: string
  readonly name: string
  readonly quantity: number
  readonly amount: Cents
  readonly added_tax: Cents
  readonly included_tax: Cents
  readonly discount: Cents
}

function soldLines(bill: Bill): readonly SoldLine[] {
  const { order } = bill
  const paid = paidOf(bill)
  if (order === null || paid < bill.total) {
    const whole = { id: amountLineId, name: '', quantity: paid, amount: paid }
    return paid === 0 ? [] : [{ ...whole, added_tax: 0, included_tax: 0, discount: 0 }]
  }
  const totals = totalsOf(order)
  return order.lines.flatMap((line, index) => {
    const known = totals.lines[index]
    // Money on a gift card may already be spent, so it cannot be returned at the counter.
    if (known === undefined || line.gift_card !== undefined) return []
    const { amount, added_tax, included_tax } = known
    const discount = known.discount + known.order_discount
    return [
      {
        id: line.id,
        name: lineName(line),
        quantity: line.quantity,
        amount,
        added_tax,
        included_tax,
        discount,
      },
    ]
  })
}

/** What a customer wants to return. */
export interface Wanted {
  readonly lines: readonly { readonly line_id: string; readonly quantity: number }[]
  /** Ids of the tenders whose tips go back, too. */
  readonly tips: readonly string[]
}

/** What goes back, and how. */
export interface ReturnPlan {
  readonly lines: readonly ReturnedLine[]
  readonly parts: readonly ReturnPart[]
}

/**
 * Plans a return of some lines of a bill. A part of a line gets its share of what was paid: after each return, the sum
 * given back for a line is the rounded share of everything returned of it so far. So the full amount goes back to the
 * cent, in whatever order and portions the lines are returned; the same holds for the rounding of cash.
 *
 * @param step what cash amounts are rounded to
 * @returns null if more is returned than was sold, or nothing
 */
export function planReturn(
  bill: Bill,
  before: readonly WentBack[],
  wanted: Wanted,
  step: CashStep,
): ReturnPlan | null {
  const left = returnable(bill, before)
  const sold = soldLines(bill)
  const lines: ReturnedLine[] = []
  for (const { line_id, quantity } of wanted.lines) {
    const line = sold.find(({ id }) => id === line_id)
    const known = left.lines.find(({ id }) => id === line_id)
    if (line === undefined || known === undefined || quantity < 1) return null
    if (known.returned + quantity > known.sold || lines.some((one) => one.line_id === line_id)) return null
    lines.push(returnedLine(line, known.returned, quantity))
  }
  const parts = shareOut(
    left.tenders,
    lines.reduce((sum, { paid }) => sum + paid, 0),
    wanted.tips,
    step,
  )
  // Free goods are returned without money.
  return parts === null || (lines.length === 0 && parts.length === 0) ? null : { lines, parts }
}

function returnedLine(line: SoldLine, before: number, quantity: number): ReturnedLine {
  const now = (cents: Cents): Cents =>
    shareOf(cents, before + quantity, line.quantity) - shareOf(cents, before, line.quantity)
  const added = now(line.added_tax)
  return {
    line_id: line.id,
    name: line.name,
    quantity,
    paid: now(line.amount) + added,
    tax: added + now(line.included_tax),
    discount: now(line.discount),
  }
}

const shareOf = (cents: Cents, of: number, all: number): Cents =>
  rounded({ over: BigInt(cents) * BigInt(of), under: BigInt(all) })

/** Takes the amount from the tenders in order, each up to what it has left. */
export function shareOut(
  tenders: readonly ReturnableTender[],
  goods: Cents,
  tips: readonly string[],
  step: CashStep,
): readonly ReturnPart[] | null {
  let left = goods
  const parts = tenders.flatMap((tender): ReturnPart[] => {
    const amount = Math.min(left, tender.amount - tender.amountBack)
    left -= amount
    const tip = tips.includes(tender.id) ? tender.tip - tender.tipBack : 0
    return amount + tip === 0 ? [] : [partOf(tender, amount, tip, step)]
  })
  return left > 0 ? null : parts
}

function partOf(tender: ReturnableTender, goods: Cents, tip: Cents, step: CashStep): ReturnPart {
  const { card } = tender
  const share = { tender_id: tender.id, goods, tip, surcharge: surchargeShare(tender, goods) }
  if (tender.gift_card !== undefined) {
    return { kind: 'gift_card', ...share, ...tender.gift_card, attempt: 1, state: 'waiting', detail: '' }
  }
  if (card === null) {
    return {
      kind: 'cash',
      ...share,
      rounding: cashRounding(tender, goods, step),
      state: 'waiting',
      handed_at: null,
    }
  }
  const { is_own, ...whose } = card
  return {
    kind: 'card',
    ...share,
    ...whose,
    whole: is_own && goods === tender.amount && tip === tender.tip,
    attempt: 1,
    state: 'waiting',
    how: null,
    detail: '',
  }
}

/** Converts the money to store credit, on an existing or a new card. What a gift card paid goes back to that card. */
export function asStoreCredit(
  plan: ReturnPlan,
  card: { readonly card_id: string | null; readonly last_four: string },
): ReturnPlan {
  const parts = plan.parts.map((part): ReturnPart => {
    if (part.kind === 'gift_card' || part.kind === 'exchange') return part
    const { tender_id, goods, tip, surcharge, intent_id } = part
    const of = intent_id === undefined ? {} : { intent_id }
    const share = { tender_id, goods, tip, surcharge, ...of }
    return { kind: 'gift_card', ...share, ...card, attempt: 1, state: 'waiting', detail: '' }
  })
  return { ...plan, parts }
}

/** By the networks' rules, a surcharge is refunded in proportion to the goods, and in full in the end. */
function surchargeShare(tender: ReturnableTender, goods: Cents): Cents {
  if (goods === 0) return 0
  return shareOf(tender.surcharge, tender.amountBack + goods, tender.amount) - tender.surchargeBack
}

/** Returning all cash gives back what was handed over for it; returning a part gives back no more than that. */
function cashRounding(tender: ReturnableTender, goods: Cents, step: CashStep): Cents {
  const held = tender.amount + tender.rounding
  const due = tender.amountBack + goods
  const back = due === tender.amount ? held : Math.min(held, cashDue(due, step))
  const given = tender.amountBack + tender.roundingBack
  return Math.max(0, back - given) - goods
}

/** Everything that is left of a bill, including tips. */
export function everything(bill: Bill, before: readonly WentBack[]): Wanted {
  const left = returnable(bill, before)
  return {
    lines: left.lines
      .filter(({ sold, returned }) => sold > returned)
      .map(({ id, sold, returned }) => ({ line_id: id, quantity: sold - returned })),
    tips: left.tenders.filter(({ tip, tipBack }) => tip > tipBack).map(({ id }) => id),
  }
}
