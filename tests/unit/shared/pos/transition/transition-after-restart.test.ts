import { describe, expect, test } from 'vitest'
import { type SaleState, saleStateSchema } from '../../../../../src-shared/pos/sale/sale.ts'
import type { PaymentFound, SaleEvent } from '../../../../../src-shared/pos/sale/sale-events.ts'
import { firstLook } from '../../../../../src-shared/pos/transition/step.ts'
import { transition } from '../../../../../src-shared/pos/transition/transition.ts'
import { answer, at, authorizing, checking, facts, kinds, payment, play } from './sale-fixtures.ts'

const charge: SaleEvent = {
  kind: 'charge',
  at,
  sale: { id: 'sale_1', amount: 1234, currency: 'USD', entry: 'card', note: '', hsn: 'VT-0001' },
}

describe('after a restart', () => {
  const restarted = { kind: 'restarted', at } as const

  test('after a restart, an authorization that had been sent is looked up', () => {
    const step = transition(authorizing(), restarted)
    expect(step.state).toMatchObject({ kind: 'checking', cause: 'restarted', otherwise: 'interrupted' })
    expect(step.effects).toEqual([{ kind: 'look_up', sale: facts(), confirm: true }])
  })

  test('after a restart, a cancel is sent again until no payment can follow', () => {
    const cancelled = transition(authorizing(), { kind: 'cancel', at }).state
    const { state } = transition(cancelled, restarted)
    const looks = (idle: boolean) =>
      answer({ kind: 'looked_up', found: { kind: 'absent', open: true }, idle })
    const looked = transition(state, looks(false))
    expect(kinds(looked.effects)).toEqual(['wait', 'cancel_terminal'])
    expect(transition(looked.state, looks(true)).state).toMatchObject({
      kind: 'stopped',
      reason: 'cancelled_by_cashier',
    })
    // The sale was not cancelled, so the customer may still pay.
    const going = transition(transition(authorizing(), restarted).state, looks(false))
    expect(kinds(going.effects)).toEqual(['wait'])
  })

  test('after a restart and an outage, a cancel is sent again a limited number of times', () => {
    const { state } = transition(transition(authorizing(), { kind: 'cancel', at }).state, restarted)
    const failed = answer({ kind: 'look_up_failed', refused: false, detail: '' })
    const looked = answer({ kind: 'looked_up', found: { kind: 'absent', open: true }, idle: false })
    const back = play(state, ...Array.from({ length: 20 }, () => failed), looked)
    expect(kinds(back.effects)).toEqual(['wait', 'cancel_terminal'])
    const last = play(back.state, ...Array.from({ length: 7 }, () => looked))
    expect(kinds(last.effects)).toEqual(['wait', 'cancel_terminal'])
    expect(kinds(transition(last.state, looked).effects)).toEqual(['wait'])
    // A new cancel by the cashier is sent again.
    const pressed = transition(last.state, { kind: 'cancel', at })
    expect(kinds(transition(pressed.state, looked).effects)).toEqual(['wait', 'cancel_terminal'])
  })

  test('after a restart, a payment that waits for a decision is looked up: others may have given it back', () => {
    const paid = payment({ amount: 1_000 })
    const rest = { sale: facts(), because: 'partial', sign: false } as const
    const deciding: SaleState = { kind: 'deciding', payment: paid, ...rest }
    const step = transition(deciding, restarted)
    expect(step).toEqual({
      state: deciding,
      effects: [{ kind: 'look_up', sale: facts(), confirm: false }],
    })
    const looked = (found: PaymentFound) =>
      transition(deciding, answer({ kind: 'looked_up', found, idle: true })).state
    expect(looked({ kind: 'voided', open: false })).toMatchObject({ kind: 'stopped', money: 'voided' })
    const left = payment({ amount: 400, returned: 600 })
    const part = { payment: left, because: 'part_returned' }
    expect(looked({ kind: 'paid', payment: left, sign: false })).toEqual({ ...deciding, ...part })
    // Without an answer it is asked again; a person may decide meanwhile.
    const failed = transition(deciding, answer({ kind: 'look_up_failed', refused: false, detail: '' }))
    expect([failed.state, ...kinds(failed.effects)]).toEqual([deciding, 'wait'])
    expect(kinds(transition(deciding, answer({ kind: 'waited' })).effects)).toEqual(['look_up'])
    // While the bank is being asked about a refund, nothing is known yet.
    const processing = { kind: 'looked_up', found: { kind: 'processing' }, idle: true } as const
    const asked = transition(deciding, answer(processing))
    expect([asked.state, ...kinds(asked.effects)]).toEqual([deciding, 'wait'])
    // Nothing went back.
    expect(looked({ kind: 'paid', payment: paid, sign: true })).toBe(deciding)
  })

  test.each([
    { returned: 200, state: { kind: 'deciding', because: 'too_much' } },
    { returned: 266, state: { kind: 'approved' } },
    { returned: 300, state: { kind: 'deciding', because: 'part_returned' } },
  ])(
    'after a restart, a charge above the agreed amount of which $returned went back is $state.kind',
    (one) => {
      const rest = { sale: facts(), because: 'too_much', sign: false } as const
      const deciding: SaleState = { kind: 'deciding', payment: payment({ amount: 1_500 }), ...rest }
      const left = payment({ amount: 1_500 - one.returned, returned: one.returned })
      const found = { kind: 'paid', payment: left, sign: false } as const
      const { state } = transition(deciding, answer({ kind: 'looked_up', found, idle: true }))
      expect(state).toMatchObject({ payment: left, ...one.state })
    },
  )

  test('after a restart, a sale without an intent is stopped and can be charged again', () => {
    const creating = play({ kind: 'ready' }, charge)
    expect(transition(creating.state, restarted).state).toMatchObject({
      kind: 'stopped',
      reason: 'interrupted',
      money: 'not_moved',
      can_retry: true,
    })
  })

  test('after a restart, a void is looked up before it is sent again', () => {
    const state = {
      kind: 'voiding',
      sale: facts(),
      payment: payment(),
      ...firstLook,
      refused: false,
      signed: false,
    } as const
    expect(kinds(transition(state, restarted).effects)).toEqual(['look_up'])
  })

  test('every state can be restored from the journal', () => {
    for (const state of [authorizing(), checking(), play({ kind: 'ready' }, charge).state]) {
      expect(saleStateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state)
    }
  })
})
