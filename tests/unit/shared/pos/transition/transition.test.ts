import { describe, expect, test } from 'vitest'

import type { AtCounter } from '../../../../../src-shared/pos/bill/bill-events.ts'
import { billTransition } from '../../../../../src-shared/pos/bill/bill-transition.ts'
import { saleStateSchema } from '../../../../../src-shared/pos/sale/sale.ts'
import type { SaleEvent } from '../../../../../src-shared/pos/sale/sale-events.ts'
import { saleKeys } from '../../../../../src-shared/pos/sale/sale-keys.ts'
import { transition } from '../../../../../src-shared/pos/transition/transition.ts'
import { noBill } from '../bill/bill-fixtures.ts'
import { answer, at, authorizing, checking, decline, facts, kinds, payment, play } from './sale-fixtures.ts'

const tips = { presets: [15, 18, 20], custom: true }
const charge: Extract<SaleEvent, { kind: 'charge' }> = {
  kind: 'charge',
  at,
  sale: { id: 'sale_1', amount: 1234, currency: 'USD', entry: 'card', note: '', hsn: 'VT-0001' },
}
const created = (offer: typeof tips | null = tips, attempt = 1) =>
  answer({ kind: 'intent_created', intent_id: 'pi_1', tips: offer }, { attempt })
const ended = (end: Extract<SaleEvent, { kind: 'authorization_ended' }>['end']) =>
  answer({ kind: 'authorization_ended', end })
const lookedUp = (found: Extract<SaleEvent, { kind: 'looked_up' }>['found'], idle = true, when = at) => ({
  ...answer({ kind: 'looked_up', found, idle }),
  at: when,
})

describe('from the charge to the card', () => {
  test('a charge creates one intent and asks for the tip', () => {
    const first = play({ kind: 'ready' }, charge)
    expect(first.state.kind).toBe('creating')
    expect(kinds(first.effects)).toEqual(['create_intent'])
    const next = transition(first.state, created())
    expect(next.state).toMatchObject({ kind: 'choosing_tip', sale: { intent_id: 'pi_1', attempt: 1 } })
    expect(next.effects).toEqual([expect.objectContaining({ kind: 'ask_tip', tips })])
  })

  test.each([0, -1, Number.NaN])('a charge of %s cents is ignored', (amount) => {
    const nothing: SaleEvent = { ...charge, sale: { ...charge.sale, amount } }
    expect(transition({ kind: 'ready' }, nothing)).toEqual({ state: { kind: 'ready' }, effects: [] })
    const counter: AtCounter = { ...noBill, sale: { kind: 'ready' } }
    const bill = { id: 'bill_1', order: null, total: 1234, currency: 'USD', note: '' }
    const open = billTransition(counter, { kind: 'open_bill', at, bill }).next
    for (const now of [counter, open]) {
      expect(billTransition(now, nothing)).toEqual({ next: now, effects: [] })
    }
  })

  test('the tip is added to the intent before the card is asked for', () => {
    const adding = play({ kind: 'ready' }, charge, created(), answer({ kind: 'tip_chosen', tip: 247 }))
    expect(adding.state).toMatchObject({ kind: 'adding_tip', sale: { tip: 247, tip_settled: false } })
    expect(kinds(adding.effects)).toEqual(['update_intent'])
    const card = transition(adding.state, answer({ kind: 'intent_updated' }))
    expect(card.state).toMatchObject({ kind: 'authorizing', sale: { tip: 247, tip_settled: true } })
    expect(kinds(card.effects)).toEqual(['authorize'])
  })

  test('a cancel during the update of the tip waits for its answer', () => {
    const adding = play({ kind: 'ready' }, charge, created(), answer({ kind: 'tip_chosen', tip: 247 }))
    expect(saleStateSchema.parse({ kind: 'adding_tip', sale: facts() })).toMatchObject({ cancelling: false })
    const cancelled = transition(adding.state, { kind: 'cancel', at })
    expect(cancelled.state).toMatchObject({ kind: 'adding_tip', cancelling: true })
    const { state } = transition(cancelled.state, answer({ kind: 'intent_updated' }))
    expect(state).toMatchObject({ kind: 'stopped', reason: 'cancelled_by_cashier', money: 'not_moved' })
  })

  test('a sale without a tip continues with the card at once, with a time limit of 2 min 30 s', () => {
    for (const events of [[created(null)], [created(), answer({ kind: 'tip_chosen', tip: 0 })]]) {
      const step = play({ kind: 'ready' }, charge, ...events)
      expect(step.state).toMatchObject({ kind: 'authorizing', ends_at: '2026-03-01T12:02:30.000Z' })
      expect(kinds(step.effects)).toEqual(['authorize'])
    }
  })

  test('skipping the tip stops the prompt before the card is asked for', () => {
    const step = play({ kind: 'ready' }, charge, created(), { kind: 'skip_tip', at })
    expect(kinds(step.effects)).toEqual(['cancel_terminal', 'authorize'])
    expect(transition(step.state, answer({ kind: 'tip_chosen', tip: 500 })).state).toBe(step.state)
  })

  test('a cancel during the choice of the tip stops the sale, whatever the customer chose', () => {
    const cancelling = play({ kind: 'ready' }, charge, created(), { kind: 'cancel', at })
    expect(kinds(cancelling.effects)).toEqual(['cancel_terminal'])
    for (const end of [
      answer({ kind: 'tip_chosen', tip: 200 }),
      answer({ kind: 'tip_failed', reason: 'cancelled_by_customer', detail: '' }),
    ]) {
      expect(transition(cancelling.state, end).state).toMatchObject({
        kind: 'stopped',
        reason: 'cancelled_by_cashier',
        money: 'not_moved',
      })
    }
  })

  test('a sale that is left before its intent has arrived closes the intent when it arrives', () => {
    const left = play({ kind: 'ready' }, charge, { kind: 'cancel', at }, { kind: 'finish', at })
    expect(left.state).toEqual({ kind: 'ready' })
    expect(left.effects).toContainEqual({ kind: 'cancel_intent', sale_id: 'sale_1', intent_id: null })
    expect(transition(left.state, created()).effects).toEqual([])
  })

  test('a creation answered after the sale was paid and left does not cancel the payment', () => {
    const again = { kind: 'retry', entry: 'card', tips: null, at } as const
    const asked = play({ kind: 'ready' }, charge, { kind: 'cancel', at }, again)
    expect(kinds(asked.effects)).toEqual(['create_intent'])
    const paid = {
      kind: 'authorization_ended',
      end: { kind: 'paid', payment: payment(), sign: false },
    } as const
    const done = play(asked.state, created(null), answer(paid, { attempt: 2 }), { kind: 'finish', at })
    expect(done.state).toEqual({ kind: 'ready' })
    const late = transition(done.state, created(null, 2))
    expect(late).toEqual({ state: done.state, effects: [] })
  })

  test('a retry after a lost creation is the same sale with the same idempotency key', () => {
    const lost = answer({ kind: 'create_failed', reason: 'service_unreachable', detail: '' })
    const again = play({ kind: 'ready' }, charge, lost, { kind: 'retry', entry: 'card', tips, at })
    expect(again.effects).toEqual([expect.objectContaining({ kind: 'create_intent' })])
    expect(again.state).toMatchObject({ kind: 'creating', sale: { id: 'sale_1' } })
  })

  test('a retry does not ask again for a tip that was already chosen', () => {
    const retry = { kind: 'retry', entry: 'card', tips, at } as const
    const failed = answer({ kind: 'update_failed', reason: 'service_unreachable', detail: '' })
    const step = play(
      { kind: 'ready' },
      charge,
      created(),
      answer({ kind: 'tip_chosen', tip: 247 }),
      failed,
      retry,
    )
    expect(kinds(step.effects)).toEqual(['update_intent'])
    expect(step.state).toMatchObject({ sale: { tip: 247 } })
  })
})

describe('an unknown outcome is not a failure (section 7)', () => {
  const unknown = {
    kind: 'unknown',
    cause: 'no_answer',
    otherwise: 'service_unreachable',
    detail: '',
    ended: false,
  } as const

  test('a missing answer leads to a look-up, which also asks whether the terminal is still busy with the command', () => {
    const step = transition(authorizing(), ended(unknown))
    expect(step.state.kind).toBe('checking')
    expect(step.effects).toEqual([{ kind: 'look_up', sale: facts(), confirm: true }])
  })

  test('a payment that is found standing is approved, and one that failed is declined', () => {
    const paid = transition(checking(), lookedUp({ kind: 'paid', payment: payment(), sign: false }))
    expect(paid.state.kind).toBe('approved')
    const declined = { kind: 'declined', payment_id: 'pmt_9', decline } as const
    const before = checking({ sale: facts({ failed_payments: ['pmt_0'] }) })
    const failed = transition(before, lookedUp(declined, true))
    expect(failed.state).toMatchObject({ kind: 'declined', sale: { failed_payments: ['pmt_0', 'pmt_9'] } })
  })

  test('a decline is not final while the terminal may ask for the same card again', () => {
    const declined = { kind: 'declined', payment_id: 'pmt_9', decline } as const
    const step = transition(checking(), lookedUp(declined, false))
    expect(step.state.kind).toBe('checking')
    expect(transition(checking({ ended: true }), lookedUp(declined, false)).state.kind).toBe('declined')
  })

  test('a payment that is still processing is looked up without limit, at growing intervals', () => {
    let state = checking()
    const pauses: number[] = []
    for (let count = 0; count < 50; count++) {
      const step = transition(state, lookedUp({ kind: 'processing' }))
      expect(step.state.kind).toBe('checking')
      const [wait] = step.effects
      if (wait?.kind === 'wait') pauses.push(wait.ms)
      const again = transition(step.state, answer({ kind: 'waited' }))
      expect(kinds(again.effects)).toEqual(['look_up'])
      state = again.state
    }
    expect(pauses.slice(0, 7)).toEqual([500, 1000, 2000, 4000, 5000, 5000, 5000])
    expect(pauses).toHaveLength(50)
  })

  test('an empty look-up counts only when no payment can follow any more', () => {
    const absent = { kind: 'absent', open: true } as const
    expect(transition(checking(), lookedUp(absent, false)).state.kind).toBe('checking')
    // A clock that was set during the prompt proves nothing; 170 s of pauses between look-ups do.
    expect(transition(checking(), lookedUp(absent, false, '2026-03-01T14:00:00.000Z')).state.kind).toBe(
      'checking',
    )
    expect(transition(checking({ tries: 36 }), lookedUp(absent, false)).state.kind).toBe('checking')
    for (const step of [
      transition(checking(), lookedUp(absent, true)),
      transition(checking({ ended: true }), lookedUp(absent, false)),
      transition(checking({ tries: 37 }), lookedUp(absent, false)),
    ]) {
      expect(step.state).toMatchObject({ kind: 'stopped', money: 'not_moved', can_retry: true })
    }
  })

  test('a look-up that fails proves nothing', () => {
    const step = transition(
      checking(),
      answer({ kind: 'look_up_failed', refused: false, detail: 'no network' }),
    )
    expect(step.state).toMatchObject({ kind: 'checking', tries: 1 })
    expect(kinds(step.effects)).toEqual(['wait'])
  })

  test('after a cancel, an approval still needs the cashier’s decision to keep or void it', () => {
    const cancelling = transition(authorizing(), { kind: 'cancel', at })
    expect(kinds(cancelling.effects)).toEqual(['cancel_terminal'])
    const paid = transition(cancelling.state, ended({ kind: 'paid', payment: payment(), sign: false }))
    expect(paid.state).toMatchObject({ kind: 'deciding', because: 'approved_after_cancel' })
    expect(paid.effects).toEqual([])
  })

  test('a request that certainly did not run stops the sale without a look-up', () => {
    const step = transition(authorizing(), ended({ kind: 'not_sent', reason: 'terminal_in_use', detail: '' }))
    expect(step.state).toMatchObject({ kind: 'stopped', reason: 'terminal_in_use', can_retry: true })
    expect(step.effects).toEqual([])
  })
})

describe('answers apply only to their own sale and attempt', () => {
  test('a late answer of another sale or attempt changes nothing', () => {
    const paid = { kind: 'paid', payment: payment(), sign: false } as const
    for (const changes of [{ sale_id: 'sale_0' }, { attempt: 2 }]) {
      const state = authorizing()
      const step = transition(state, answer({ kind: 'authorization_ended', end: paid }, changes))
      expect(step.state).toBe(state)
      expect(step.effects).toEqual([])
    }
  })

  test('the progress of another intent is not shown', () => {
    const state = authorizing()
    expect(transition(state, { kind: 'progress', intent_id: 'pi_0', step: 'card_inserted', at }).state).toBe(
      state,
    )
    const shown = transition(state, { kind: 'progress', intent_id: 'pi_1', step: 'card_inserted', at })
    expect(shown.state).toMatchObject({ step: 'card_inserted' })
  })
})

describe('after the outcome is known', () => {
  const paid = (amount: number, sign = false) => ended({ kind: 'paid', payment: payment({ amount }), sign })

  test('after a decline, the next attempt uses the same intent', () => {
    const declined = transition(authorizing(), ended({ kind: 'declined', payment_id: 'pmt_0', decline }))
    const again = transition(declined.state, { kind: 'retry', entry: 'manual', tips, at })
    expect(again.state).toMatchObject({
      kind: 'authorizing',
      sale: { intent_id: 'pi_1', attempt: 2, entry: 'manual', failed_payments: ['pmt_0'] },
    })
  })

  test('a partial approval is decided by the cashier, and when kept counts as approved with its own amount', () => {
    const partial = transition(authorizing(), paid(1000))
    expect(partial.state).toMatchObject({ kind: 'deciding', because: 'partial' })
    const kept = transition(partial.state, { kind: 'decide', choice: 'keep', at })
    expect(kept.state).toMatchObject({ kind: 'approved', payment: { amount: 1000 } })
  })

  test('an approval without the tip counts as partial, also when its void is refused', () => {
    const sale = facts({ amount: 1000, tip: 200 })
    const withoutTip = { kind: 'paid', payment: payment({ amount: 1000 }), sign: false } as const
    const partial = transition(authorizing({ sale }), ended(withoutTip))
    expect(partial.state).toMatchObject({ kind: 'deciding', because: 'partial' })
    const refused = play(
      partial.state,
      { kind: 'decide', choice: 'void', at },
      answer({ kind: 'void_failed', refused: true, detail: 'settled' }),
      answer({ kind: 'waited' }),
      lookedUp(withoutTip),
    )
    expect(refused.state).toMatchObject({ kind: 'deciding', because: 'partial' })
    const whole = { ...withoutTip, payment: payment({ amount: 1200 }) }
    expect(transition(authorizing({ sale }), ended(whole)).state.kind).toBe('approved')
  })

  test('late answers do not continue a stopped sale: only a retry by the cashier does', () => {
    const stopped = play({ kind: 'ready' }, charge, { kind: 'cancel', at }).state
    expect(stopped.kind).toBe('stopped')
    for (const late of [
      created(null),
      created(),
      answer({ kind: 'tip_chosen', tip: 0 }),
      answer({ kind: 'intent_updated' }),
    ]) {
      const step = transition(stopped, late)
      expect(step.state.kind).toBe('stopped')
      expect(step.effects).toEqual([])
    }
    const retried = play(stopped, created(null), { kind: 'retry', entry: 'card', tips: null, at })
    expect(retried.state.kind).toBe('authorizing')
  })

  test('without a signature pad on the terminal, the customer signs on the POS screen', () => {
    const signing = transition(authorizing(), paid(1234, true))
    expect(signing.state.kind).toBe('signing')
    const signed = transition(signing.state, { kind: 'sign', signature: 'data:image/png;base64,AA==', at })
    expect(signed.state).toMatchObject({ kind: 'approved', signature: 'data:image/png;base64,AA==' })
  })

  test('a failed print does not undo the sale', () => {
    const approved = transition(authorizing(), paid(1234))
    const failed = play(approved.state, { kind: 'print', at }, answer({ kind: 'printed', ok: false }))
    expect(failed.state).toMatchObject({ kind: 'approved', print: 'failed' })
  })

  test('a void with an unknown outcome is looked up before it is sent again', () => {
    const voiding = play(authorizing(), paid(1000), { kind: 'decide', choice: 'void', at })
    expect(kinds(voiding.effects)).toEqual(['void_intent'])
    const waiting = transition(voiding.state, answer({ kind: 'void_failed', refused: false, detail: '' }))
    expect(kinds(waiting.effects)).toEqual(['wait'])
    const looking = transition(waiting.state, answer({ kind: 'waited' }))
    expect(kinds(looking.effects)).toEqual(['look_up'])
    const standing = transition(looking.state, lookedUp({ kind: 'paid', payment: payment(), sign: false }))
    // The new attempt needs a new key: under the old key, the service would repeat its earlier answer.
    expect(standing.effects).toEqual([expect.objectContaining({ kind: 'void_intent', tries: 2 })])
    expect(saleKeys.void(facts(), 2)).not.toBe(saleKeys.void(facts(), 0))
    const gone = transition(looking.state, lookedUp({ kind: 'voided', open: false }))
    expect(gone.state).toMatchObject({
      kind: 'stopped',
      money: 'voided',
      can_retry: false,
      returned: 1000,
    })
  })

  test('when a void is refused and the payment stands, the cashier decides again', () => {
    const voiding = play(authorizing(), paid(1000), { kind: 'decide', choice: 'void', at })
    const step = play(
      voiding.state,
      answer({ kind: 'void_failed', refused: true, detail: 'settled' }),
      answer({ kind: 'waited' }),
      lookedUp({ kind: 'paid', payment: payment({ amount: 1000 }), sign: false }),
    )
    expect(step.state).toMatchObject({ kind: 'deciding', because: 'partial' })
  })

  test('a void interrupted by a restart is sent again when the payment is found standing, since it was not refused', () => {
    const voiding = play(authorizing(), paid(1000), { kind: 'decide', choice: 'void', at })
    const restarted = transition(voiding.state, { kind: 'restarted', at })
    const standing = transition(restarted.state, lookedUp({ kind: 'paid', payment: payment(), sign: false }))
    expect(standing.effects).toEqual([expect.objectContaining({ kind: 'void_intent', tries: 1 })])
  })

  test('leaving a sale whose payment was voided closes its intent if that is still open', () => {
    const leave = (open: boolean) => {
      const step = transition(checking(), lookedUp({ kind: 'voided', open }))
      return kinds(transition(step.state, { kind: 'finish', at }).effects)
    }
    expect(leave(true)).toEqual(['cancel_intent', 'clear_terminal'])
    expect(leave(false)).toEqual(['clear_terminal'])
  })

  test('a void that the service processed without effect was refused by the bank, and the cashier decides again', () => {
    const voiding = play(authorizing(), paid(1000), { kind: 'decide', choice: 'void', at })
    const step = play(
      voiding.state,
      answer({ kind: 'void_failed', refused: false, detail: 'The intent is processing.' }),
      answer({ kind: 'waited' }),
      lookedUp({ kind: 'processing' }),
      answer({ kind: 'waited' }),
      lookedUp({ kind: 'paid', payment: payment({ amount: 1000 }), sign: false }),
    )
    expect(step.state).toMatchObject({ kind: 'deciding', because: 'partial' })
  })

  test('when a creation is refused after one with a lost answer, leaving the sale closes any intent it made', () => {
    const lost = answer({ kind: 'create_failed', reason: 'service_unreachable', detail: '' })
    const again: SaleEvent = { kind: 'retry', entry: 'card', tips: null, at }
    const refused = { kind: 'create_failed', reason: 'refused', detail: 'the key was revoked' } as const
    const closed = (step: ReturnType<typeof play>) =>
      transition(step.state, { kind: 'finish', at }).effects.filter(({ kind }) => kind === 'cancel_intent')
    expect(closed(play({ kind: 'ready' }, charge, answer(refused)))).toEqual([])
    const second = play({ kind: 'ready' }, charge, lost, again, answer(refused, { attempt: 2 }))
    expect(second.state).toMatchObject({ kind: 'stopped', reason: 'refused' })
    expect(closed(second)).toEqual([{ kind: 'cancel_intent', sale_id: 'sale_1', intent_id: null }])
  })

  test('leaving an unpaid sale closes its intent and clears the terminal, and leaving a paid one does neither', () => {
    const declined = transition(authorizing(), ended({ kind: 'declined', payment_id: 'pmt_0', decline }))
    const left = transition(declined.state, { kind: 'finish', at })
    expect(kinds(left.effects)).toEqual(['cancel_intent', 'clear_terminal'])
    const approved = transition(authorizing(), paid(1234))
    expect(kinds(transition(approved.state, { kind: 'finish', at }).effects)).toEqual(['clear_terminal'])
  })

  test('a sale in progress cannot be left', () => {
    for (const state of [authorizing(), checking()]) {
      expect(transition(state, { kind: 'finish', at }).state).toBe(state)
      expect(transition(state, charge).state).toBe(state)
    }
  })
})
