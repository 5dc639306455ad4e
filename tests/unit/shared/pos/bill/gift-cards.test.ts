import { describe, expect, test } from 'vitest'
import {
  balanceOf,
  holdsMoney,
  isGivenBack,
  isPaid,
  returnedOf,
} from '../../../../../src-shared/pos/bill/balance.ts'
import type { AtCounter, CounterEvent } from '../../../../../src-shared/pos/bill/bill-events.ts'
import { billTransition } from '../../../../../src-shared/pos/bill/bill-transition.ts'
import { withGiftCards } from '../../../../../src-shared/pos/bill/gift-cards.ts'
import type { Order } from '../../../../../src-shared/pos/order/order.ts'
import { plainLine } from '../../../../../src-shared/pos/order/plain-line.ts'
import { totalsOf } from '../../../../../src-shared/pos/order/totals.ts'
import { planReturn } from '../../../../../src-shared/pos/returns/returnable.ts'

const at = '2026-11-22T12:00:00.000Z'
const empty: AtCounter = {
  bill: null,
  sale: { kind: 'ready' },
  numbering: { series: 'KT', next: 1001 },
  tabs: [],
  aside: [],
}
type Input = CounterEvent extends infer Event
  ? Event extends CounterEvent
    ? Omit<Event, 'at'>
    : never
  : never

/** Plays the events, and returns the bill after them and the effects of the last one. */
function following(...events: Input[]) {
  let now = empty
  let effects: readonly string[] = []
  for (const input of events) {
    const event = { ...input, at } as CounterEvent
    const step = withGiftCards(now, billTransition(now, event), event)
    effects = step.next === now ? [] : step.effects.map(({ kind }) => kind)
    now = step.next
  }
  return { now, effects, bill: now.bill }
}

const bill = (total: number, order: Order | null = null) => ({
  ...{ id: 'bill_1', order, total, currency: 'USD', note: '' },
})
const card = { card_id: 'gc_1', last_four: 'BCDF' }
const take = (amount: number, total: number): Input => ({
  ...{ kind: 'take_gift_card', id: 'gce_1', card, amount, balance: total, bill: bill(total) },
})
const paid: Input = { kind: 'gift_card_answered', id: 'gce_1', answer: { kind: 'paid', left: 100 } }
const cash = (id: string, balance: number): Input => ({
  ...{ kind: 'take_cash', id, tendered: balance, balance, step: 1, bill: null },
})

describe('a gift card as a tender', () => {
  test('while a gift card is being redeemed, the bill stays open and the card has paid nothing', () => {
    const asked = following(take(500, 800))
    expect(asked.effects).toEqual(['redeem_gift_card'])
    expect(asked.bill && [balanceOf(asked.bill), holdsMoney(asked.bill)]).toEqual([800, true])
    for (const other of [cash('cash_1', 800), { kind: 'undo_bill' }, { kind: 'finish' }] as const) {
      expect(following(take(500, 800), other).bill).toEqual(asked.bill)
    }
  })

  test('a redeemed gift card reduces the balance of the bill, and its own remaining balance is kept', () => {
    const { bill: now } = following(take(500, 800), paid)
    expect(now && balanceOf(now)).toBe(300)
    expect(now?.tenders).toMatchObject([{ status: 'paid', left: 100 }])
    const charged = (amount: number) =>
      following(take(500, 800), paid, {
        kind: 'charge',
        sale: { id: 'sale_1', amount, currency: 'USD', note: '', hsn: 'VT', entry: 'card' },
      }).now.sale.kind
    // Another card pays at most the rest.
    expect([charged(301), charged(300)]).toEqual(['ready', 'creating'])
  })

  test('a refused gift card leaves only its reason on the bill, which the next card removes', () => {
    const refused: Input = {
      ...{ kind: 'gift_card_answered', id: 'gce_1', answer: { kind: 'refused', reason: 'balance' } },
    }
    expect(following(take(500, 800), refused).bill).toMatchObject({
      tenders: [],
      gift_card_refused: 'balance',
    })
    const { bill: next } = following(take(500, 800), refused, { ...take(200, 800), id: 'gce_2' } as Input)
    expect(next?.gift_card_refused).toBeUndefined()
  })

  test('an answer that arrives after the cashier stopped the card changes nothing', () => {
    const stopped = following(take(500, 800), { kind: 'stop_gift_card' })
    // Whether the card paid is unknown, so the customer is not shown an amount as given back.
    expect(stopped.bill && returnedOf(stopped.bill)).toBe(0)
    expect(stopped.effects).toEqual(['follow_gift_cards'])
    expect(stopped.bill && balanceOf(stopped.bill)).toBe(800)
    expect(following(take(500, 800), { kind: 'stop_gift_card' }, paid).bill).toEqual(stopped.bill)
  })

  test('the answer of a card that the cashier stopped does not count for the next card', () => {
    const next = { ...take(300, 800), id: 'gce_2' } as Input
    const asked = following(take(500, 800), { kind: 'stop_gift_card' }, next)
    const late = following(take(500, 800), { kind: 'stop_gift_card' }, next, paid)
    expect(late.bill).toEqual(asked.bill)
    expect(late.bill && balanceOf(late.bill)).toBe(800)
  })

  test('a gift card never pays more than is due, nor it or cash against an outdated balance', () => {
    expect(following(take(500, 800), paid, cash('cash_1', 800)).bill?.tenders).toHaveLength(1)
    expect(following(take(900, 800)).bill).toBeNull()
    expect(
      following(take(100, 800), paid, { ...take(100, 800), id: 'gce_2' } as Input).bill?.tenders,
    ).toHaveLength(1)
  })

  test('undoing a bill refunds its gift cards and gives the bill back', () => {
    const undone = following(take(500, 800), paid, { kind: 'undo_bill' })
    expect(undone.effects).toContain('follow_gift_cards')
    expect(undone.bill && isGivenBack(undone.bill)).toBe(true)
    // Of a bill that nobody has begun to pay, there is nothing to undo.
    const untouched = following({ kind: 'open_bill', bill: bill(800) }, { kind: 'undo_bill' })
    expect(untouched.bill).toMatchObject({ status: 'open' })
  })

  test('a restart repeats the redemption under the same id', () => {
    expect(following(take(500, 800), { kind: 'restarted' }).effects).toEqual([])
    const now = following(take(500, 800)).now
    const event = { kind: 'restarted', at } as const
    const { effects } = withGiftCards(now, billTransition(now, event), event)
    expect(effects).toMatchObject([{ kind: 'redeem_gift_card', tender: { id: 'gce_1' } }])
  })

  test('a restart reverses the gift card of a bill that was put aside, and leaves the bill aside', () => {
    const { bill: stopped } = following(take(500, 800), { kind: 'stop_gift_card' })
    const now: AtCounter = { ...empty, aside: stopped === null ? [] : [stopped] }
    const event = { kind: 'restarted', at } as const
    const { effects } = withGiftCards(now, billTransition(now, event), event)
    expect(effects).toMatchObject([
      { kind: 'follow_gift_cards', bill: { tenders: [{ id: 'gce_1', status: 'returned' }] } },
    ])
  })

  test('the refusal of a gift card is shown until the bill continues in another way', () => {
    const refused: Input = {
      ...{ kind: 'gift_card_answered', id: 'gce_1', answer: { kind: 'refused', reason: 'blocked' } },
    }
    const after = following(take(500, 800), refused)
    expect(after.bill?.gift_card_refused).toBe('blocked')
    const inCash = following(take(500, 800), refused, cash('cash_1', 800))
    expect(inCash.bill).toMatchObject({ tenders: [{ kind: 'cash', status: 'paid' }] })
    expect(inCash.bill?.gift_card_refused).toBeUndefined()
  })
})

describe('a gift card as an item', () => {
  const line = (id: string, amount: number) => plainLine(id, id, amount)
  const giftLine = { ...line('gift', 5000), gift_card: { card_id: null, last_four: '' } }
  const order: Order = {
    id: 'ord_1',
    lines: [line('coffee', 1000), giftLine],
    discounts: [{ id: 'd', discount: { kind: 'percent', value: 1000, reason: 'Loyal' } }],
  }

  test('discounts do not apply to the value loaded on a gift card', () => {
    const totals = totalsOf(order)
    expect(totals.total).toBe(5900)
    expect(totals.lines.map(({ amount }) => amount)).toEqual([900, 5000])
  })

  test('gift cards are issued by the tender that completes the payment, and not before', () => {
    const opened: Input = { kind: 'open_bill', bill: bill(5900, order) }
    const part = {
      kind: 'take_cash',
      id: 'cash_1',
      tendered: 900,
      balance: 5900,
      step: 1,
      bill: null,
    } as const
    expect(following(opened, part).effects).not.toContain('follow_gift_cards')
    const done = following(opened, part, cash('cash_2', 5000))
    expect(done.bill && isPaid(done.bill)).toBe(true)
    expect(done.effects).toContain('follow_gift_cards')
  })

  test('the value on a sold gift card cannot be returned at the counter', () => {
    const { bill: sold } = following({ kind: 'open_bill', bill: bill(5900, order) }, cash('cash_1', 5900))
    if (sold === null) throw new Error('it was sold')
    const back = (line_id: string) =>
      planReturn(sold, [], { lines: [{ line_id, quantity: 1000 }], tips: [] }, 1)
    expect(back('gift')).toBeNull()
    expect(back('coffee')?.parts).toMatchObject([{ kind: 'cash', goods: 900 }])
  })
})
