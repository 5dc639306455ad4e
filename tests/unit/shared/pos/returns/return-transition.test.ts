import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Bill } from '../../../../../src-shared/pos/bill/bill.ts'
import type { Return } from '../../../../../src-shared/pos/returns/return.ts'
import {
  currentPart,
  givenOtherwise,
  isReturning,
  partCents,
  returnCents,
} from '../../../../../src-shared/pos/returns/return-sums.ts'
import {
  type ReturnEffect,
  type ReturnEvent,
  returnTransition,
} from '../../../../../src-shared/pos/returns/return-transition.ts'
import {
  asStoreCredit,
  everything,
  planReturn,
  type ReturnPlan,
} from '../../../../../src-shared/pos/returns/returnable.ts'
import { at } from '../transition/sale-fixtures.ts'
import { anyPaidBill, bill, cardTender } from './arbitrary-bill.ts'

type RefundEnd = Extract<ReturnEvent, { kind: 'card_ended' }>['end']

/** A return, a bank that refuses or does not answer, a drawer's ledger, and a power switch. */
class ReturnHarness {
  now: Return
  readonly refunds = new Map<
    string,
    { readonly cents: number; readonly payment: string; readonly end: RefundEnd }
  >()
  readonly ledger = new Map<string, number>()
  /** Cents that the customer has received in cash. */
  handed = 0
  private pending: ReturnEffect[] = []
  private readonly answers: ReturnEvent[] = []

  constructor(begun: Return) {
    this.now = begun
    this.dispatch({ kind: 'begin' })
  }

  /** Writes the event's result to the journal, as JSON, before its effects run. */
  dispatch(event: ReturnEvent): void {
    const before = currentPart(this.now)
    const { next, effects } = returnTransition(this.now, event)
    if (event.kind === 'handed_back' && next !== this.now && before !== null) this.handed += partCents(before)
    this.now = JSON.parse(JSON.stringify(next))
    this.pending.push(...effects)
  }

  happen(roll: number): void {
    const more = Math.floor(roll / 10)
    if (roll % 10 < 6) this.answerOne(more)
    else if (roll % 10 < 8) this.person(more)
    else if (roll % 10 < 9) this.answerAgain(more)
    else this.powerFails()
  }

  closeUp(): void {
    for (let count = 0; count < 200 && this.now.status === 'open'; count++) {
      if (this.pending.length > 0) this.answerOne(count * 3)
      else if (count % 3 === 0) this.powerFails()
      else this.person(count)
    }
  }

  private person(roll: number): void {
    const events: readonly ReturnEvent[] = [
      { kind: 'handed_back', at },
      { kind: 'retry' },
      { kind: 'handed_back', at },
      { kind: 'in_cash', step: 1 },
      { kind: 'cancel' },
      { kind: 'begin' },
    ]
    this.dispatch(events[roll % events.length] ?? { kind: 'retry' })
  }

  private powerFails(): void {
    this.pending = []
    this.dispatch({ kind: 'restarted' })
  }

  /** Answers one request: the same request is the same refund. The answer may be lost, and is then looked up. */
  private answerOne(roll: number): void {
    const effect = this.pending.shift()
    if (effect?.kind === 'book_cash') {
      this.ledger.set(effect.entry, partCents(effect.part))
      if (roll % 4 !== 3) this.answer({ kind: 'cash_booked', entry: effect.entry })
    }
    if (effect?.kind !== 'send') return
    const ends: readonly RefundEnd[] = ['done', 'refused', 'done', 'done', 'unresolved', 'refused']
    const known = this.refunds.get(effect.request)
    const { payment_id: payment } = effect.part
    const refund = known ?? { cents: partCents(effect.part), payment, end: ends[roll % 6] ?? 'done' }
    this.refunds.set(effect.request, refund)
    if (roll % 4 === 3) return
    this.answer({ kind: 'card_ended', request: effect.request, end: refund.end, how: 'refund', detail: '' })
  }

  private answer(event: ReturnEvent): void {
    this.answers.push(event)
    this.dispatch(event)
  }

  /** An earlier answer arrives once more, and may belong to another part or attempt by now. */
  private answerAgain(roll: number): void {
    const event = this.answers[roll % this.answers.length]
    if (event !== undefined) this.dispatch(event)
  }
}

test('after any refusals, lost and repeated answers, cancels and power failures, a return gives every cent back once', () => {
  const reached = new Set<string>()
  fc.assert(
    fc.property(anyPaidBill, fc.array(fc.nat({ max: 100_000 }), { maxLength: 60 }), (sold, rolls) => {
      const plan = planReturn(sold, [], everything(sold, []), 1)
      if (plan === null) throw new Error('nothing can be returned')
      const harness = new ReturnHarness({
        id: 'ret_1',
        bill_id: sold.id,
        number: sold.number,
        currency: 'USD',
        ...plan,
        reason: '',
        started_at: at,
        status: 'open',
      })
      for (const roll of rolls) harness.happen(roll)
      harness.closeUp()
      const { now } = harness
      reached.add(now.status)
      for (const { state } of now.parts) reached.add(state)
      expect(now.status).not.toBe('open')
      const atBank = [...harness.refunds.values()].filter(({ end }) => end !== 'refused')
      const moved = atBank.reduce((all, { cents }) => all + cents, 0)
      const booked = [...harness.ledger.values()].reduce((all, cents) => all + cents, 0)
      expect(booked).toBe(harness.handed)
      expect(moved + booked).toBe(now.status === 'cancelled' ? 0 : returnCents(now))
      for (const { payment } of atBank) {
        expect(atBank.filter((other) => other.payment === payment)).toHaveLength(1)
      }
    }),
    { numRuns: 500 },
  )
  for (const state of ['done', 'cancelled', 'unresolved']) expect(reached).toContain(state)
})

const cashTender = {
  kind: 'cash',
  status: 'paid',
  id: 'cash_1',
  amount: 500,
  rounding: 0,
  tendered: 500,
  change: 0,
  taken_at: at,
} as const

const giftCardTender = {
  kind: 'gift_card',
  status: 'paid',
  id: 'gce_1',
  card_id: 'gc_1',
  last_four: 'ABCD',
  amount: 400,
  left: 0,
  taken_at: at,
} as const

/** A return of everything, begun. @param change of its plan */
function returnOf(sold: Bill, change: (plan: ReturnPlan) => ReturnPlan = (plan) => plan) {
  const plan = planReturn(sold, [], everything(sold, []), 1)
  if (plan === null) throw new Error('nothing can be returned')
  const facts = { id: 'ret_1', bill_id: sold.id, number: sold.number, currency: 'USD', reason: '' }
  const begun: Return = { ...facts, ...change(plan), started_at: at, status: 'open' }
  return returnTransition(begun, { kind: 'begin' })
}

/** The return of a bill that was paid in cash, with its drawer open. */
const cashReturn = () => returnOf(bill({ total: 500, tenders: [cashTender] }))

test('a restart with cash still to be given back does not open the drawer', () => {
  const { next, effects } = cashReturn()
  expect(effects).toEqual([{ kind: 'open_drawer' }])
  expect(returnTransition(next, { kind: 'restarted' })).toEqual({ next, effects: [] })
})

test('less than the smallest coin is not handed back, and the drawer stays closed', () => {
  const cash = { kind: 'cash', status: 'paid', id: 'cash_1', tendered: 1000, rounding: 0, change: 0 } as const
  const sold = bill({ total: 1000, tenders: [{ ...cash, amount: 1000, taken_at: at }] })
  const plan = planReturn(sold, [], { lines: [{ line_id: 'amount', quantity: 2 }], tips: [] }, 5)
  expect(plan?.parts).toMatchObject([{ kind: 'cash', goods: 2, rounding: -2 }])
  const begun = {
    ...{ id: 'ret_1', bill_id: 'bill_1', number: 'KT1042', currency: 'USD', reason: '', started_at: at },
    ...{ lines: plan?.lines ?? [], parts: plan?.parts ?? [], status: 'open' },
  } as Return
  expect(returnTransition(begun, { kind: 'begin' })).toMatchObject({ next: { status: 'done' }, effects: [] })
})

test('a return can be cancelled until the customer has the cash, and no longer', () => {
  const { next: begun } = cashReturn()
  expect(returnTransition(begun, { kind: 'cancel' }).next.status).toBe('cancelled')
  const { next: handed } = returnTransition(begun, { kind: 'handed_back', at })
  expect(returnTransition(handed, { kind: 'cancel' })).toEqual({ next: handed, effects: [] })
})

test('what a card refused and the customer got in cash is not refunded to the card as well', () => {
  const begun = returnOf(bill({ total: 1000, tenders: [cardTender('sale_1', 500), cashTender] }))
  const events: readonly ReturnEvent[] = [
    { kind: 'card_ended', request: 'ret_1-1-1', end: 'refused', how: null, detail: '' },
    { kind: 'in_cash', step: 1 },
    { kind: 'handed_back', at },
    { kind: 'cash_booked', entry: 'ret_1-1' },
  ]
  const next = events.reduce((now, event) => returnTransition(now, event).next, begun.next)
  expect(next.parts.map(({ kind, state }) => [kind, state])).toEqual([
    ['cash', 'done'],
    ['cash', 'to_hand_back'],
  ])
  expect(givenOtherwise([next], 'pi_sale_1')).toBe(500)
  // The cash of the second part is not in the ledger because that of the first one is.
  const handed = returnTransition(next, { kind: 'handed_back', at }).next
  expect(returnTransition(handed, { kind: 'cash_booked', entry: 'ret_1-1' }).next).toBe(handed)
  expect(returnTransition(handed, { kind: 'cash_booked', entry: 'ret_1-2' }).next.status).toBe('done')
  // Until the whole return is done, no other action may refund the card.
  expect(isReturning([next], 'pi_sale_1')).toBe(true)
  expect(isReturning([{ ...next, status: 'done' }], 'pi_sale_1')).toBe(false)
})

test('what a card refused is handed back in the coins that the shop uses', () => {
  const begun = returnOf(bill({ total: 498, tenders: [cardTender('sale_1', 498)] }))
  const refused = { kind: 'card_ended', request: 'ret_1-1-1', end: 'refused', how: null, detail: '' } as const
  const { next } = returnTransition(returnTransition(begun.next, refused).next, { kind: 'in_cash', step: 5 })
  expect(next.parts).toMatchObject([{ kind: 'cash', goods: 498, rounding: 2, state: 'to_hand_back' }])
})

test('store credit for cash goes to the new card, and not to the card that paid a part', () => {
  const sold = bill({ total: 900, tenders: [giftCardTender, cashTender] })
  const begun = returnOf(sold, (plan) => asStoreCredit(plan, { card_id: null, last_four: '' }))
  expect(begun.effects).toMatchObject([{ kind: 'put_on_card', part: { card_id: 'gc_1', goods: 400 } }])
  const { effects } = returnTransition(begun.next, {
    ...{ kind: 'put_on_card', entry: 'ret_1-1-1', card: { card_id: 'gc_1', last_four: 'ABCD' }, detail: '' },
  })
  expect(effects).toMatchObject([{ kind: 'put_on_card', part: { card_id: null, goods: 500 } }])
})
