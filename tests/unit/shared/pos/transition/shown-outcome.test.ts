import { describe, expect, test } from 'vitest'
import { parkedTransition } from '../../../../../src-shared/pos/parked/parked-transition.ts'
import type { SaleState } from '../../../../../src-shared/pos/sale/sale.ts'
import type { PaymentFound, SaleEvent } from '../../../../../src-shared/pos/sale/sale-events.ts'
import { outcomeText } from '../../../../../src-shared/pos/terminals/terminal-words.ts'
import { firstLook } from '../../../../../src-shared/pos/transition/step.ts'
import { transition } from '../../../../../src-shared/pos/transition/transition.ts'
import { answer, at, checking, decline, facts, payment } from './sale-fixtures.ts'

const found = (one: PaymentFound): SaleEvent => answer({ kind: 'looked_up', found: one, idle: true })
const paid: PaymentFound = { kind: 'paid', payment: payment(), sign: false }
const deciding: SaleState = {
  kind: 'deciding',
  sale: facts(),
  payment: payment(),
  because: 'approved_after_cancel',
  sign: false,
}
const voiding: SaleState = {
  kind: 'voiding',
  sale: facts(),
  payment: payment(),
  ...firstLook,
  refused: false,
  signed: false,
}
const keep: SaleEvent = { kind: 'decide', choice: 'keep', at }

const shown = (state: SaleState, event: SaleEvent) =>
  transition(state, event).effects.flatMap((effect) =>
    effect.kind === 'show_outcome' ? [effect.outcome.kind] : [],
  )

describe('the outcome shown on the terminal', () => {
  test.each([
    ['a payment that was looked up and stands', checking(), found(paid), ['approved']],
    [
      'a payment that was looked up and declined',
      checking(),
      found({ kind: 'declined', payment_id: 'pmt_1', decline }),
      ['declined'],
    ],
    [
      'a payment that was looked up and voided',
      checking(),
      found({ kind: 'voided', open: true }),
      ['voided'],
    ],
    ['a payment that is kept', deciding, keep, ['approved']],
    ['a payment that is voided', voiding, answer({ kind: 'void_accepted' }), ['voided']],
    ['a void that was looked up', voiding, found({ kind: 'voided', open: false }), ['voided']],
  ] as const)('%s is shown on the terminal', (_, state, event, outcome) => {
    expect(shown(state, event)).toEqual(outcome)
  })

  test('when a tab was captured and refunded elsewhere, the captured amount is shown as returned, not the hold', () => {
    const [held, captured] = [payment().amount, 400]
    const outcomeOf = (event: SaleEvent) => transition(voiding, event).state
    expect(outcomeOf(found({ kind: 'voided', open: false, returned: captured }))).toMatchObject({
      ...{ kind: 'stopped', money: 'voided', returned: captured },
    })
    expect(outcomeOf(found({ kind: 'voided', open: false }))).toMatchObject({ returned: held })
  })

  test('after a partial refund elsewhere, the rest is shown as returned', () => {
    const rest: SaleState = { ...voiding, payment: payment({ amount: 700, returned: 300 }) }
    for (const returned of [{}, { returned: 1_000 }]) {
      const step = transition(rest, found({ kind: 'voided', open: false, ...returned }))
      expect(step.state).toMatchObject({ kind: 'stopped', returned: 700 })
    }
  })

  test('while the cashier still has to decide, no outcome is shown', () => {
    expect(shown(checking({ cancelling: true }), found(paid))).toEqual([])
  })

  test('a parked payment shows nothing on the terminal, which serves the next customer', () => {
    const step = parkedTransition({ state: deciding, parked_at: at, bill: null }, keep)
    expect(step.effects.map(({ kind }) => kind)).not.toContain('show_outcome')
    const voided = parkedTransition(
      { state: voiding, parked_at: at, bill: null },
      found({ kind: 'voided', open: false }),
    )
    expect(voided.effects.map(({ kind }) => kind)).not.toContain('show_outcome')
  })

  test.each([
    ['en', 'Approved\n$12.34'],
    ['es', 'Aprobado\n$12.34'],
    ['fr', 'Approuvé\n12,34 $ US'],
  ] as const)('the outcome is written in the counter’s language: %s', (language, words) => {
    const text = outcomeText(language, { kind: 'approved', amount: 1234, currency: 'USD' })
    expect(text.replaceAll('\u00a0', ' ')).toBe(words)
  })
})
