import { describe, expect, test } from 'vitest'
import type { ParkedSale } from '../../../../../src-shared/pos/parked/parked-sale.ts'
import { isSettled, parkedTransition } from '../../../../../src-shared/pos/parked/parked-transition.ts'
import type { PaymentFound } from '../../../../../src-shared/pos/sale/sale-events.ts'
import { answer, at, checking, decline, facts, kinds, payment } from '../transition/sale-fixtures.ts'

const parked = (state = checking({ parkable: true })): ParkedSale => ({
  state: state as ParkedSale['state'],
  parked_at: at,
  bill: null,
})
const lookUp = (found: PaymentFound, from = parked()) =>
  parkedTransition(from, answer({ kind: 'looked_up', found, idle: true }))
const paid = { kind: 'paid', payment: payment(), sign: true } as const
const decide = (choice: 'keep' | 'void') => ({ kind: 'decide', choice, at }) as const

describe('a sale after it was parked', () => {
  test('a parked sale that is still processing is looked up again', () => {
    const step = lookUp({ kind: 'processing' })
    expect(step.state.kind).toBe('checking')
    expect(kinds(step.effects)).toEqual(['wait'])
  })

  test('a parked sale that was cancelled sends nothing to the terminal, which serves the next customer', () => {
    const cancelled = parked(checking({ parkable: true, cancelling: true }))
    const look = answer({ kind: 'looked_up', found: { kind: 'absent', open: true }, idle: false })
    expect(kinds(parkedTransition(cancelled, look).effects)).toEqual(['wait'])
    expect(parkedTransition(cancelled, { kind: 'cancel', at }).effects).toEqual([])
  })

  test('a parked sale that turns out approved must be kept or voided by a person, without a signature', () => {
    const step = lookUp(paid)
    expect(step.state).toMatchObject({ kind: 'deciding', because: 'parked', sign: false })
    expect(step.effects).toEqual([])
    const kept = parkedTransition(parked(step.state), decide('keep'))
    expect(kept.state).toMatchObject({ kind: 'approved', payment: payment() })
    expect(kinds(kept.effects)).toEqual(['load_receipt'])
    const voided = parkedTransition(parked(step.state), decide('void'))
    expect(kinds(voided.effects)).toEqual(['void_intent'])
    expect(parkedTransition(parked(voided.state), answer({ kind: 'void_accepted' })).state).toMatchObject({
      kind: 'stopped',
      money: 'voided',
    })
  })

  test('a parked sale with a partial refund is shown as such, and one refunded in full is not paid', () => {
    const left = payment({ amount: 1_000, returned: 234 })
    const part = lookUp({ kind: 'paid', payment: left, sign: true })
    expect(part.state).toMatchObject({
      kind: 'deciding',
      because: 'part_returned',
      payment: { amount: 1_000 },
    })
    expect(parkedTransition(parked(part.state), decide('keep')).state).toMatchObject({ payment: left })
    const whole = lookUp({ kind: 'voided', open: false, returned: 1_234 })
    expect(whole.state).toMatchObject({ kind: 'stopped', money: 'voided', returned: 1_234, can_retry: false })
    // There is nothing left that could be closed.
    expect(kinds(whole.effects)).toEqual([])
  })

  test('a parked sale that turns out declined or not charged closes its intent', () => {
    const close = { kind: 'cancel_intent', sale_id: 'sale_1', intent_id: 'pi_1' }
    expect(lookUp({ kind: 'declined', payment_id: 'pmt_0', decline }).effects).toEqual([close])
    expect(lookUp({ kind: 'absent', open: true }).effects).toEqual([close])
  })

  test('a parked sale is settled once its outcome is known and decided', () => {
    const end = (state: ReturnType<typeof lookUp>['state']) => isSettled(parked(state))
    expect(end(checking())).toBe(false)
    expect(end(lookUp(paid).state)).toBe(false)
    expect(end(lookUp({ kind: 'absent', open: true }).state)).toBe(true)
    expect(end(lookUp({ kind: 'declined', payment_id: 'pmt_0', decline }).state)).toBe(true)
  })

  test('a parked sale is looked up again after a restart', () => {
    const step = parkedTransition(parked(), { kind: 'restarted', at })
    expect(step.effects).toEqual([{ kind: 'look_up', sale: facts(), confirm: true }])
  })
})
