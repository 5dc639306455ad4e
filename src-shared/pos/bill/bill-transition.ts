import type { ParkedSale } from '../parked/parked-sale.ts'
import { parkedTransition } from '../parked/parked-transition.ts'
import type { SaleEffect, SaleEvent, SaleEventIn } from '../sale/sale-events.ts'
import { go, type Step } from '../transition/step.ts'
import { transition } from '../transition/transition.ts'
import { voidPayment } from '../transition/void.ts'
import {
  balanceOf,
  cashHeld,
  holdsMoney,
  isAskingGiftCard,
  isBegun,
  isPaid,
  isPartlyPaid,
  isUntouched,
  isWaiting,
  nextToVoid,
} from './balance.ts'
import type { Bill } from './bill.ts'
import type {
  AtCounter,
  BillEffect,
  BillEvent,
  CounterEffect,
  CounterEvent,
  CounterStep,
} from './bill-events.ts'
import { takeCash } from './cash.ts'
import { withExchangeReturned, withoutUnused } from './exchange.ts'
import { giftCardTransition, withGiftCardsReturned } from './gift-cards.ts'
import { givenBackSeen } from './given-back.ts'
import { linkTransition, restartedLinks, sendLink } from './link-transition.ts'
import { numberTaken } from './numbering.ts'
import { isUndecided, restoredTransition } from './restored.ts'
import type { Tab } from './tab.ts'
import {
  captureAgain,
  leaveUncaptured,
  openedTab,
  tabLeftBy,
  tabOfUnpaid,
  tabTransition,
  withoutHold,
  withUnknownTabs,
} from './tab-transition.ts'
import { billOfCharge, goingOn, newBill, withCard, withCardReturned, withCashReturned } from './tenders.ts'

/**
 * The only way from one state of the counter to the next. The bill's own events are handled here, a card's by its sale
 * (transition.ts), whose outcome becomes a tender of the bill. Pure, as well. One record holds bill and sale, so that
 * a bill never misses a payment of its sale.
 *
 *   no bill ─charge▶ open, with a sale ─approved▶ a tender more ─balance 0▶ paid ─finish▶ no bill
 *      └─cash, split▶ open ◀─finish─ the sale, while the balance is more than 0
 *                      └─undo▶ voiding one card after the other ▶ cash to hand back ▶ given back ─finish▶ no bill
 *   tabs: tab-transition.ts; a link: link-transition.ts
 *
 * An event that does not fit the state changes nothing and returns the same object without effects.
 */
export function billTransition(now: AtCounter, event: CounterEvent): CounterStep {
  switch (event.kind) {
    case 'open_bill':
      if (now.bill !== null || now.sale.kind !== 'ready') return stay(now)
      return to({ ...now, bill: newBill(event.bill, now.numbering, event) })
    case 'charge':
      return charge(now, event)
    case 'take_cash':
      return cash(now, event)
    case 'undo_bill':
      return undo(now)
    case 'cash_returned':
      return cashReturned(now, event)
    case 'leave_bill':
      return leave(now, event.at)
    case 'pay_otherwise':
      if (isUndecided(now) || (now.sale.kind !== 'declined' && now.sale.kind !== 'stopped')) return stay(now)
      return withSale(
        { ...now, bill: now.bill && withoutHold(now.bill) },
        transition(now.sale, { kind: 'finish', at: event.at }),
      )
    case 'restored_seen':
    case 'keep_restored':
      return restoredTransition(now, event)
    case 'given_back_seen':
      return givenBackSeen(now, event)
    case 'add_to_tab':
    case 'remove_from_tab':
    case 'put_back_on_tab':
    case 'close_tab':
    case 'release_tab':
    case 'tab_seen':
      return tabTransition(now, event)
    case 'send_link': {
      const { bill } = now
      if (bill === null || !isPayable(now)) return stay(now)
      const left = leaveSale(now, event.at)
      const sent = sendLink(left.next, bill, event)
      return sent.next === left.next ? stay(now) : to(sent.next, ...left.effects, ...sent.effects)
    }
    case 'withdraw_link':
    case 'give_up_link':
    case 'put_aside':
    case 'bring_back':
    case 'link_changed':
      return linkTransition(now, event)
    case 'take_gift_card':
    case 'gift_card_answered':
    case 'stop_gift_card':
      return giftCardTransition(now, event, isPayable(now) ? leaveSale(now, event.at) : null)
    case 'retry':
    case 'waive_surcharge':
      if (isUndecided(now)) return stay(now)
      return captureAgain(now) ?? followSale(now, event)
    case 'restarted':
      return withEffects(followSale(withUnknownTabs(now), event), restartedLinks(now))
    case 'finish':
      return finish(now, event)
    default:
      return followSale(now, event)
  }
}

const stay = (now: AtCounter): CounterStep => ({ next: now, effects: [] })
const to = (next: AtCounter, ...effects: readonly CounterEffect[]): CounterStep => ({ next, effects })
const withSale = (now: AtCounter, { state, effects }: Step): CounterStep =>
  to(state === now.sale ? now : { ...now, sale: state }, ...effects)

const withEffects = ({ next, effects }: CounterStep, more: CounterStep['effects']): CounterStep =>
  to(next, ...effects, ...more)

/** Whether the next tender can be chosen; a card that has paid its part needs nothing more. */
const isPayable = (now: AtCounter): boolean => !isUndecided(now) && isOpen(now)

const isOpen = ({ bill, sale }: AtCounter): boolean =>
  (sale.kind === 'ready' || sale.kind === 'approved') &&
  (bill === null
    ? sale.kind === 'ready'
    : bill.status === 'open' && !isPaid(bill) && !isWaiting(bill) && !isAskingGiftCard(bill))

/** Leaves the sale of the last card, paid or not, before the next tender. */
function leaveSale(now: AtCounter, at: string): CounterStep {
  return now.sale.kind === 'ready' ? stay(now) : withSale(now, transition(now.sale, { kind: 'finish', at }))
}

/** A card pays the bill or a part of the balance. */
function charge(now: AtCounter, event: SaleEventIn<'charge'>): CounterStep {
  if (event.sale.tab) return now.bill === null ? withSale(now, transition(now.sale, event)) : stay(now)
  const bill = goingOn(now.bill ?? newBill(billOfCharge(event.sale), now.numbering, event))
  const { amount } = event.sale
  if (!isPayable(now) || !(amount >= 1) || amount > balanceOf(bill)) return stay(now)
  const left = leaveSale(now, event.at)
  const sale = { ...event.sale, order: bill.order, bill: { number: bill.number, total: bill.total } }
  const charged = withSale({ ...left.next, bill }, transition(left.next.sale, { ...event, sale }))
  return to(charged.next, ...left.effects, ...charged.effects)
}

function cash(now: AtCounter, event: Extract<BillEvent, { kind: 'take_cash' }>): CounterStep {
  const { id, at, tendered, person_id = null } = event
  const bill = now.bill ?? (event.bill === null ? null : newBill(event.bill, now.numbering, event))
  if (bill === null || !isPayable(now) || balanceOf(bill) !== event.balance) return stay(now)
  const taken = takeCash(event.balance, tendered, event.step)
  if (taken === null) return stay(now)
  const left = leaveSale(now, at)
  const tender = { kind: 'cash', status: 'paid', id, tendered, ...taken, taken_at: at, person_id } as const
  const paid = { ...goingOn(bill), tenders: [...bill.tenders, tender] }
  const amount = taken.amount + taken.rounding
  return to(
    { ...left.next, bill: paid },
    ...left.effects,
    {
      kind: 'book_cash',
      entry: { id, at, person_id, kind: 'sale', bill: bill.number, amount, tendered, change: taken.change },
    },
    { kind: 'open_drawer' },
  )
}

function undo(now: AtCounter): CounterStep {
  const { bill } = now
  if (bill === null || !isPayable(now) || !isPartlyPaid(bill)) return stay(now)
  return giveBackNext({ ...now, bill: { ...goingOn(bill), status: 'undoing' } }, bill, [])
}

/** Voids the cards first, one at a time: cash is handed back only after every card has its money. */
function giveBackNext(now: AtCounter, bill: Bill, before: readonly CounterEffect[]): CounterStep {
  const card = nextToVoid(bill)
  if (card !== null) {
    const { state, effects } = voidPayment(card.sale, card.payment, true)
    return to({ ...now, sale: state }, ...before, ...effects)
  }
  const drawer: readonly BillEffect[] = cashHeld(bill) > 0 ? [{ kind: 'open_drawer' }] : []
  const given = {
    ...now,
    bill: now.bill && withExchangeReturned(withGiftCardsReturned(now.bill)),
    sale: { kind: 'ready' },
  } as const
  return to(given, ...before, { kind: 'clear_terminal' }, ...drawer)
}

function cashReturned(
  now: AtCounter,
  { id, at, person_id = null }: Extract<BillEvent, { kind: 'cash_returned' }>,
): CounterStep {
  const { bill, sale } = now
  if (bill?.status !== 'undoing' || sale.kind !== 'ready') return stay(now)
  const amount = cashHeld(bill)
  if (amount === 0) return stay(now)
  const drawer = { amount, tendered: 0, change: 0 }
  const entry = { id, at, person_id, kind: 'returned', bill: bill.number, ...drawer } as const
  return to({ ...now, bill: withCashReturned(bill) }, { kind: 'book_cash', entry })
}

/** Leaves the bill part paid: what was paid stands, for a manager to give back. */
function leave(now: AtCounter, at: string): CounterStep {
  const { bill } = now
  if (bill === null || !isBegun(bill)) return stay(now)
  // A restored bill that the service may never report can also be left behind a card that did not pay.
  const isStuck = isUndecided(now) && !isWaiting(bill) && !isAskingGiftCard(bill)
  if (!isOpen(now) && !isStuck) return stay(now)
  const left = leaveSale(now, at)
  const next = { ...left.next, bill: null, numbering: numberTaken(now.numbering, bill) }
  return to(next, ...left.effects, ...filed(bill))
}

/** If something was paid, the bill stays at the counter; otherwise it is left with the sale. */
function finish(now: AtCounter, event: SaleEventIn<'finish'>): CounterStep {
  const { bill } = now
  if (isUndecided(now) || (bill !== null && isWaiting(bill))) return stay(now)
  const left = leaveUncaptured(now)
  if (left !== null) return to(left)
  const { state: sale, effects } = transition(now.sale, event)
  if (sale.kind !== 'ready') return withSale(now, go(sale, ...effects))
  if (bill === null) return withSale(now, go(sale, ...effects))
  const numbering = numberTaken(now.numbering, bill)
  if (effects.some(({ kind }) => kind === 'park')) {
    // The parked sale takes the bill with it.
    const given = effects.map((effect) => (effect.kind === 'park' ? { ...effect, bill } : effect))
    return to({ ...now, bill: null, sale, numbering }, ...given)
  }
  if (holdsMoney(bill)) return withSale(now, go(sale, ...effects))
  // Nothing was paid: the next bill gets the number.
  const free = { ...now, bill: null, sale, numbering: isUntouched(bill) ? now.numbering : numbering }
  return to(withTabOf(bill, free), ...effects, ...filed(bill))
}

/** Goods of an unpaid tab go back to the tabs. */
function withTabOf(bill: Bill, now: AtCounter): AtCounter {
  const tab = tabOfUnpaid(bill)
  return tab === null ? now : { ...now, tabs: [...now.tabs, tab] }
}

/** Files the bill, unless nothing was ever paid of it. */
function filed({ restored: _, ...bill }: Bill): readonly BillEffect[] {
  return isUntouched(bill) ? [] : [{ kind: 'file_bill', bill: withoutUnused(bill) }]
}

/**
 * The outcome of a parked payment is known or was given up. A bill that contains other money returns to the counter,
 * and a tab that is held or unpaid to the tabs.
 * @returns null while another bill is at the counter.
 */
export function reopen(
  now: AtCounter,
  { state, bill }: Pick<ParkedSale, 'state' | 'bill'>,
): CounterStep | null {
  const tab = tabLeftBy(state, bill)
  if (tab !== null) return to({ ...now, tabs: [...now.tabs, tab] }, ...(bill === null ? [] : filed(bill)))
  if (bill === null) return to(now)
  if (!holdsMoney(bill) && bill.restored === undefined) return to(withTabOf(bill, now), ...filed(bill))
  if (now.bill !== null || now.sale.kind !== 'ready') return null
  return bill.status === 'undoing' ? giveBackNext({ ...now, bill }, bill, []) : to({ ...now, bill })
}

export interface ParkedStep {
  readonly next: ParkedSale
  /** The tab whose card is held, which replaces the sale; null if it is not a tab. */
  readonly opened: Tab | null
  readonly effects: readonly SaleEffect[]
}

/** The next state of a parked sale, and of its bill. */
export function parkedBillTransition(one: ParkedSale, event: SaleEvent): ParkedStep {
  const { state, effects } = parkedTransition(one, event)
  if ((state === one.state && effects.length === 0) || state.kind === 'ready') {
    return { next: one, opened: null, effects: [] }
  }
  const next = { ...one, state, bill: one.bill && billOfParked(one.bill, state) }
  return { next, opened: openedTab(one.state, state), effects }
}

function billOfParked(bill: Bill, state: ParkedSale['state']): Bill {
  if (state.kind === 'approved') return state.sale.tab?.stage === 'opening' ? bill : withCard(bill, state)
  const returned = state.kind === 'stopped' && state.money === 'voided'
  return returned ? withCardReturned(bill, state.sale.id) : bill
}

/** A damaged record may have given a bill to a sale that turns out to be a tab: it pays nothing of the bill. */
const withOpened = (now: AtCounter, opened: Tab): AtCounter => ({
  ...now,
  bill: now.bill !== null && holdsMoney(now.bill) ? now.bill : null,
  tabs: [...now.tabs, opened],
})

/** The next state of the card's sale; once it ends, the bill is updated. */
function followSale(now: AtCounter, event: Exclude<CounterEvent, BillEvent>): CounterStep {
  const step = withSale(now, transition(now.sale, event))
  const { bill, sale } = step.next
  const opened = openedTab(now.sale, sale)
  if (opened !== null) return { ...step, next: withOpened(step.next, opened) }
  if (bill === null || sale === now.sale || sale.kind === now.sale.kind) return step
  if (sale.kind === 'approved') return { ...step, next: { ...step.next, bill: withCard(bill, sale) } }
  if (sale.kind !== 'stopped' || sale.money !== 'voided') return step
  const returned = withCardReturned(bill, sale.sale.id)
  // The backup was made while the void of a tender was on its way.
  if (bill.status !== 'undoing') return { ...step, next: { ...step.next, bill: returned } }
  return giveBackNext({ ...step.next, bill: returned }, returned, step.effects)
}
