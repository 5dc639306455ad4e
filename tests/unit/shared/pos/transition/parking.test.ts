import { describe, expect, test } from 'vitest'
import type { SaleState } from '../../../../../src-shared/pos/sale/sale.ts'
import { firstLook } from '../../../../../src-shared/pos/transition/step.ts'
import { transition } from '../../../../../src-shared/pos/transition/transition.ts'
import { answer, at, checking, facts, kinds, payment, play } from './sale-fixtures.ts'

describe('a look-up that takes too long', () => {
  const finish = (when = at) => ({ kind: 'finish', at: when }) as const
  const refused = answer({ kind: 'look_up_failed', refused: true, detail: 'the key was revoked' })
  const processing = (when = at) => ({
    ...answer({ kind: 'looked_up', found: { kind: 'processing' }, idle: false }),
    at: when,
  })
  const voiding: SaleState = {
    kind: 'voiding',
    sale: facts(),
    payment: payment(),
    ...firstLook,
    refused: false,
    signed: false,
  }
  const afterTwoMinutes = '2026-03-01T12:02:00.000Z'

  test('a look-up can be parked after two minutes, not before', () => {
    for (const state of [checking(), voiding]) {
      const early = play(state, processing(), processing('2026-03-01T12:01:59.000Z')).state
      expect(transition(early, finish()).state).toBe(early)
      const late = transition(early, processing(afterTwoMinutes)).state
      const parked = transition(late, finish())
      expect(parked.state).toEqual({ kind: 'ready' })
      // The card prompt is stopped before the screen is cleared, since a card could otherwise still pay the parked
      // sale.
      expect(parked.effects).toEqual([
        { kind: 'park', state: late },
        { kind: 'cancel_terminal' },
        { kind: 'clear_terminal' },
      ])
    }
  })

  test('a look-up can be parked even if a clock that was set back hides its duration', () => {
    const state = play(checking(), ...Array.from({ length: 29 }, () => processing())).state
    expect(kinds(transition(state, finish()).effects)).toEqual(['park', 'cancel_terminal', 'clear_terminal'])
  })

  test('a look-up can be parked after three failed requests, so that an outage does not block the counter', () => {
    const silence = answer({ kind: 'look_up_failed', refused: false, detail: '' })
    for (const state of [checking(), voiding]) {
      const two = play(state, silence, silence).state
      expect(transition(two, finish()).state).toBe(two)
      const answered = play(two, processing(), silence, silence).state
      expect(transition(answered, finish()).state).toBe(answered)
      expect(kinds(play(two, silence, finish()).effects)).toEqual([
        'park',
        'cancel_terminal',
        'clear_terminal',
      ])
    }
  })

  test('a look-up can be parked after ten refusals in a row', () => {
    for (const state of [checking(), voiding]) {
      const nine = play(state, ...Array.from({ length: 9 }, () => refused)).state
      expect(transition(nine, finish()).state).toBe(nine)
      expect(kinds(play(nine, refused, finish()).effects)).toEqual([
        'park',
        'cancel_terminal',
        'clear_terminal',
      ])
    }
  })

  test('a look-up is repeated without limit, in the end every 30 s', () => {
    const step = transition(checking({ tries: 60 }), processing())
    expect(step.effects).toEqual([{ kind: 'wait', sale: facts(), ms: 30_000 }])
  })
})
