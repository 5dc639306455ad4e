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

/** The payment is approved, and the terminal waits for the signature. */
const awaiting = (): SaleState =>
  play(authorizing(), step('authorizing'), step('approved'), read, step('remove_card')).state

describe('an approval that waits for a signature', () => {
  test('an approval reported by the terminal is read from the service before it is shown', () => {
    const approved = play(authorizing(), step('authorizing'), step('approved'))
    expect(approved.state).toMatchObject({ payment: null })
    expect(kinds(approved.effects)).toEqual(['read_approval'])
    expect(transition(approved.state, read).state).toMatchObject({
      kind: 'authorizing',
      payment: { payment_id: 'pmt_1', amount: 1234 },
    })
  })

  test('an approval is read once, even if the terminal reports it again', () => {
    expect(transition(awaiting(), step('approved')).effects).toEqual([])
  })

  test('skipping the signature stops the prompt, and the payment stands', () => {
    const skipped = transition(awaiting(), skip)
    expect(kinds(skipped.effects)).toEqual(['cancel_terminal'])
    expect(transition(skipped.state, paid).state.kind).toBe('approved')
    expect(transition(skipped.state, skip).effects).toEqual([])
  })

  test('before the approval is known, a signature cannot be skipped and a payment cannot be voided', () => {
    for (const event of [skip, giveBack]) {
      const early = authorizing()
      expect(transition(early, event)).toEqual({ state: early, effects: [] })
    }
  })

  test('a void stops the signature prompt and then voids the payment without another question', () => {
    const voids = transition(awaiting(), giveBack)
    expect(kinds(voids.effects)).toEqual(['cancel_terminal'])
    const step = transition(voids.state, paid)
    expect(step.state.kind).toBe('voiding')
    expect(kinds(step.effects)).toEqual(['void_intent'])
  })

  test('a void whose answer is lost is looked up and sent again', () => {
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

  test('a payment can be voided while the customer signs on the POS screen', () => {
    const step = transition(signing, giveBack)
    expect(step.state.kind).toBe('voiding')
    expect(kinds(step.effects)).toEqual(['void_intent'])
  })

  test('a refused void during the signature is shown, and a payment that is kept is signed after all', () => {
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

describe('a card that is left in the reader', () => {
  test('a card left from an earlier attempt must be removed first, and is not a step of this attempt', () => {
    const waiting = transition(authorizing(), step('remove_card'))
    expect(waiting.state).toMatchObject({ step: 'take_card_out_first' })
    expect(transition(waiting.state, step('card_removed')).state).toMatchObject({ step: null })
  })

  test('a request to insert the card after a tap does not end the attempt', () => {
    const again = play(authorizing(), step('card_tapped'), step('authorizing'), step('remove_card'))
    expect(again.state).toMatchObject({ step: 'take_card_out_first' })
  })

  test('the card may be removed once this attempt has its outcome', () => {
    const ended = play(authorizing(), step('authorizing'), step('declined'), step('remove_card'))
    expect(ended.state).toMatchObject({ step: 'remove_card' })
    expect(transition(ended.state, step('card_removed')).state).toMatchObject({ step: 'card_removed' })
  })
})
