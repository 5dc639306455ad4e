import { describe, expect, test } from 'vitest'
import type { SaleState } from '../../../../../src-shared/pos/sale/sale.ts'
import type { SaleEvent } from '../../../../../src-shared/pos/sale/sale-events.ts'
import { transition } from '../../../../../src-shared/pos/transition/transition.ts'
import { answer, at, authorizing, facts, kinds, payment, play } from './sale-fixtures.ts'

const step = (name: Extract<SaleEvent, { kind: 'progress' }>['step']): SaleEvent => ({
  kind: 'progress',
  intent_id: 'pi_1',
  step: name,
  at,
})
const paid = answer({
  kind: 'authorization_ended',
  end: { kind: 'paid', payment: payment(), sign: false },
})
const read = answer({ kind: 'approval_read', payment: payment() })
const skip: SaleEvent = { kind: 'skip_signature', at }
const giveBack: SaleEvent = { kind: 'decide', choice: 'void', at }

/** The customer has been approved, and the terminal waits for the signature. */
const awaiting = (): SaleState =>
  play(authorizing(), step('authorizing'), step('approved'), read, step('remove_card')).state

describe('an approval that waits for a signature', () => {
  test('an approval at the terminal is read from the service before it is shown', () => {
    const approved = play(authorizing(), step('authorizing'), step('approved'))
    expect(approved.state).toMatchObject({ payment: null })
    expect(kinds(approved.effects)).toEqual(['read_approval'])
    expect(transition(approved.state, read).state).toMatchObject({
      kind: 'authorizing',
      payment: { payment_id: 'pmt_1', amount: 1234 },
    })
  })

  test('an approval is read once, however often the terminal reports it', () => {
    expect(transition(awaiting(), step('approved')).effects).toEqual([])
  })

  test('skipping the signature stops the prompt, and the payment stands', () => {
    const skipped = transition(awaiting(), skip)
    expect(kinds(skipped.effects)).toEqual(['cancel_terminal'])
    expect(transition(skipped.state, paid).state.kind).toBe('approved')
    expect(transition(skipped.state, skip).effects).toEqual([])
  })

  test('a signature cannot be skipped, nor a payment voided, before the approval is known', () => {
    for (const event of [skip, giveBack]) {
      const early = authorizing()
      expect(transition(early, event)).toEqual({ state: early, effects: [] })
    }
  })

  test('a void stops the prompt and then gives the payment back without asking again', () => {
    const voids = transition(awaiting(), giveBack)
    expect(kinds(voids.effects)).toEqual(['cancel_terminal'])
    const step = transition(voids.state, paid)
    expect(step.state.kind).toBe('voiding')
    expect(kinds(step.effects)).toEqual(['void_intent'])
  })

  test('a void whose answer is lost is asked about again, never forgotten', () => {
    const lost = play(
      awaiting(),
      giveBack,
      answer({
        kind: 'authorization_ended',
        end: {
          kind: 'unknown',
          cause: 'no_answer',
          otherwise: 'service_unreachable',
          detail: '',
          ended: false,
        },
      }),
      answer({ kind: 'looked_up', found: { kind: 'paid', payment: payment(), sign: false }, idle: true }),
    )
    expect(lost.state).toMatchObject({ kind: 'deciding', because: 'approved_after_cancel' })
  })

  const signing: SaleState = { kind: 'signing', sale: facts(), payment: payment() }

  test('a payment can be voided while the customer signs on the screen', () => {
    const step = transition(signing, giveBack)
    expect(step.state.kind).toBe('voiding')
    expect(kinds(step.effects)).toEqual(['void_intent'])
  })

  test('a void that is refused while the customer signs is said to be refused, and who keeps the payment signs after all', () => {
    const refused = play(
      signing,
      giveBack,
      answer({ kind: 'void_failed', refused: true, detail: 'settled' }),
      answer({ kind: 'waited' }),
      answer({ kind: 'looked_up', found: { kind: 'paid', payment: payment(), sign: true }, idle: true }),
    )
    expect(refused.state).toMatchObject({ kind: 'deciding', because: 'void_refused' })
    const kept = transition(refused.state, { kind: 'decide', choice: 'keep', at })
    expect(kept.state.kind).toBe('signing')
  })
})

describe('a card that is left in', () => {
  test('a card of a former attempt is to be taken out first, and is no step of this one', () => {
    const waiting = transition(authorizing(), step('remove_card'))
    expect(waiting.state).toMatchObject({ step: 'take_card_out_first' })
    expect(transition(waiting.state, step('card_removed')).state).toMatchObject({ step: null })
  })

  test('a card that was asked for by its chip after a tap is no end of the attempt', () => {
    const again = play(authorizing(), step('card_tapped'), step('authorizing'), step('remove_card'))
    expect(again.state).toMatchObject({ step: 'take_card_out_first' })
  })

  test('a card may be taken out once this attempt has its outcome', () => {
    const ended = play(authorizing(), step('authorizing'), step('declined'), step('remove_card'))
    expect(ended.state).toMatchObject({ step: 'remove_card' })
    expect(transition(ended.state, step('card_removed')).state).toMatchObject({ step: 'card_removed' })
  })
})
