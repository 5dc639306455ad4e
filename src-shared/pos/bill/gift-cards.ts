import type { EventOrigin } from '../sale/sale-events.ts'
import { balanceOf, isPaid } from './balance.ts'
import type { Bill, Tender } from './bill.ts'
import type { AtCounter, CounterEvent, CounterStep } from './bill-events.ts'
import type { GiftCardAnswer, GiftCardEvent, GiftCardTender } from './gift-card-events.ts'
import { goingOn, newBill } from './tenders.ts'

const stay = (now: AtCounter): CounterStep => ({ next: now, effects: [] })

/** @param left the counter after leaving the previous card; null while nothing may pay */
export function giftCardTransition(
  now: AtCounter,
  event: GiftCardEvent & EventOrigin,
  left: CounterStep | null,
): CounterStep {
  const { bill } = now
  switch (event.kind) {
    case 'take_gift_card':
      return left === null ? stay(now) : take(left, now, event)
    case 'gift_card_answered': {
      const tender = bill && askedTender(bill)
      if (bill === null || !tender || tender.id !== event.id) return stay(now)
      return { next: { ...now, bill: answered(bill, tender, event.answer) }, effects: [] }
    }
    case 'stop_gift_card': {
      const tender = bill && askedTender(bill)
      if (bill === null || !tender) return stay(now)
      return {
        next: { ...now, bill: replaced(bill, tender, { ...tender, status: 'returned' }) },
        effects: [],
      }
    }
  }
}

function take(
  left: CounterStep,
  now: AtCounter,
  event: Extract<GiftCardEvent, { kind: 'take_gift_card' }> & EventOrigin,
): CounterStep {
  const { id, at, card, amount, person_id = null } = event
  const bill = now.bill ?? (event.bill === null ? null : newBill(event.bill, now.numbering, event))
  if (bill === null || balanceOf(bill) !== event.balance) return stay(now)
  if (amount <= 0 || amount > event.balance) return stay(now)
  const tender: GiftCardTender = {
    kind: 'gift_card',
    status: 'asking',
    id,
    card_id: card.card_id,
    last_four: card.last_four,
    amount,
    left: null,
    taken_at: at,
    person_id,
  }
  return {
    next: { ...left.next, bill: { ...goingOn(bill), tenders: [...bill.tenders, tender] } },
    effects: [
      ...left.effects,
      { kind: 'redeem_gift_card', tender, currency: bill.currency, bill: bill.number },
    ],
  }
}

function answered(bill: Bill, tender: GiftCardTender, answer: GiftCardAnswer): Bill {
  if (answer.kind === 'paid') return replaced(bill, tender, { ...tender, status: 'paid', left: answer.left })
  return {
    ...bill,
    gift_card_refused: answer.reason,
    tenders: bill.tenders.filter((one) => one !== tender),
  }
}

const askedTender = ({ tenders }: Bill): GiftCardTender | undefined =>
  tenders.find((one) => one.kind === 'gift_card' && one.status === 'asking') as GiftCardTender | undefined

const replaced = (bill: Bill, tender: Tender, by: Tender): Bill => ({
  ...bill,
  tenders: bill.tenders.map((one) => (one === tender ? by : one)),
})

/** Undoes the charges: the ledger always accepts a reversal. */
export const withGiftCardsReturned = (bill: Bill): Bill => ({
  ...bill,
  tenders: bill.tenders.map((one) =>
    one.kind === 'gift_card' && one.status === 'paid' ? { ...one, status: 'returned' } : one,
  ),
})

/** The lines of a paid bill whose amounts are to be put on gift cards. */
export const giftCardLinesOf = (bill: Bill) =>
  isPaid(bill) ? (bill.order?.lines.filter((line) => line.gift_card !== undefined) ?? []) : []

export const returnedGiftCards = ({ tenders }: Bill): readonly GiftCardTender[] =>
  tenders.filter((one): one is GiftCardTender => one.kind === 'gift_card' && one.status === 'returned')

const isFollowed = (bill: Bill | null): boolean =>
  bill !== null && giftCardLinesOf(bill).length + returnedGiftCards(bill).length > 0

/**
 * A bill that was put aside still gives money back to cards, which the app may not have requested before it closed.
 * Loads onto cards wait until the bill is back at the counter, because a new card must be handed over.
 */
const givingBack = (bill: Bill) =>
  returnedGiftCards(bill).length === 0
    ? []
    : [{ kind: 'follow_gift_cards', bill: { ...bill, order: null } } as const]

const redeemAgain = ({ currency, number }: Bill, tender: GiftCardTender) =>
  ({ kind: 'redeem_gift_card', tender, currency, bill: number, again: true }) as const

/** Adds the effects of a step on gift cards. */
export function withGiftCards(before: AtCounter, step: CounterStep, event: CounterEvent): CounterStep {
  const { bill } = step.next
  const starts = event.kind === 'restarted'
  const asked = bill && askedTender(bill)
  const effects = [
    ...(starts && bill && asked ? [redeemAgain(bill, asked)] : []),
    ...(bill !== null && (starts || bill !== before.bill) && isFollowed(bill)
      ? [{ kind: 'follow_gift_cards', bill } as const]
      : []),
    ...(starts ? step.next.aside.flatMap(givingBack) : []),
  ]
  return effects.length === 0 ? step : { next: step.next, effects: [...step.effects, ...effects] }
}
