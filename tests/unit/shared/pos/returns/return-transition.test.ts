import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Return } from '../../../../../src-shared/pos/returns/return.ts'
import { currentPart, partCents, returnCents } from '../../../../../src-shared/pos/returns/return-sums.ts'
import {
  type ReturnEffect,
  type ReturnEvent,
  returnTransition,
} from '../../../../../src-shared/pos/returns/return-transition.ts'
import { everything, planReturn } from '../../../../../src-shared/pos/returns/returnable.ts'
import { at } from '../transition/sale-fixtures.ts'
import { anyPaidBill, bill } from './arbitrary-bill.ts'

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
      if (roll % 4 !== 3) this.dispatch({ kind: 'cash_booked', entry: effect.entry })
    }
    if (effect?.kind !== 'send') return
    const ends: readonly RefundEnd[] = ['done', 'refused', 'done', 'done', 'unresolved', 'refused']
    const known = this.refunds.get(effect.request)
    const { payment_id: payment } = effect.part
    const refund = known ?? { cents: partCents(effect.part), payment, end: ends[roll % 6] ?? 'done' }
    this.refunds.set(effect.request, refund)
    if (roll % 4 === 3) return
    this.dispatch({ kind: 'card_ended', request: effect.request, end: refund.end, how: 'refund', detail: '' })
  }
}

test('after any refusals, lost answers, cancels and power failures, a return gives every cent back exactly once', () => {
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

test('a restart with cash still to be given back does not open the drawer', () => {
  const sold = bill({ total: 500, tenders: [cashTender] })
  const plan = planReturn(sold, [], everything(sold, []), 1)
  if (plan === null) throw new Error('nothing can be returned')
  const facts = { id: 'ret_1', bill_id: sold.id, number: sold.number, currency: 'USD', reason: '' }
  const begun = returnTransition({ ...facts, ...plan, started_at: at, status: 'open' }, { kind: 'begin' })
  expect(begun.effects).toEqual([{ kind: 'open_drawer' }])
  expect(returnTransition(begun.next, { kind: 'restarted' })).toEqual({ next: begun.next, effects: [] })
})
