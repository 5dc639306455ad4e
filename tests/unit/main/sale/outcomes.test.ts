import { describe, expect, test } from 'vitest'
import type { EffectContext } from '../../../../src-main/sale/effect-context.ts'
import { performEffect } from '../../../../src-main/sale/effects.ts'
import { endOfFailure } from '../../../../src-main/sale/outcomes.ts'
import recorded from '../../../../src-service/http/reference/examples.json'
import type { SaleFacts } from '../../../../src-shared/pos/sale/sale.ts'
import type { SaleEffect } from '../../../../src-shared/pos/sale/sale-events.ts'
import { facts } from '../../shared/pos/transition/sale-fixtures.ts'

const refused = (code: string, more: object = {}) =>
  endOfFailure(
    {
      kind: 'refused',
      status: 500,
      error: { type: 'api_error', code, message: 'words', request_id: 'req_1', ...more } as never,
    },
    true,
  )

test('a terminal in use may be busy with our own earlier request, so its outcome is unknown', () => {
  expect(refused('terminal_in_use')).toMatchObject({ kind: 'unknown', ended: false })
  expect(refused('internal')).toMatchObject({ kind: 'unknown', ended: false })
  expect(refused('terminal_timeout')).toMatchObject({ kind: 'unknown', ended: true, cause: 'timed_out' })
})

// Taken over by force while the other counter's card is at the bank: this counter's card was never asked for.
test('a terminal in use by another counter has run nothing for this one', () => {
  const held_by = { name: 'Bar', since: '2026-01-01T00:00:00.000Z', expires_at: '2026-01-01T00:10:00.000Z' }
  expect(refused('terminal_in_use', { held_by })).toMatchObject({
    ...{ kind: 'unknown', ended: true, otherwise: 'terminal_in_use' },
  })
})

test('a temporary refusal can be retried', () => {
  for (const code of ['rate_limited', 'lock_timeout', 'overloaded'])
    expect(refused(code)).toMatchObject({ otherwise: 'service_unreachable' })
})

test('a refusal because the request is, or may be, done already leads to a look-up', () => {
  for (const code of ['idempotency_in_progress', 'idempotency_answer_lost'])
    expect(refused(code)).toMatchObject({ otherwise: 'service_unreachable' })
})

test('only a refusal for an invalid session proves that the request did not run', () => {
  expect(refused('terminal_session_invalid')).toMatchObject({ kind: 'not_sent' })
})

describe('an answer that includes a refund', () => {
  const { reply: paid } = recorded['payments.create']
  /** A repeated request is answered with the payment's current state, which may include later refunds. */
  const intent = (amount_refunded: number) => ({
    ...paid,
    amount_refunded,
    latest_payment: { ...paid.latest_payment, amount_refunded },
  })
  const perform = (answer: object, effect: SaleEffect) => {
    const answers = async () => answer
    return performEffect(
      {
        client: () => ({ call: answers }),
        terminal: { run: answers, reportsSteps: () => true, hasSignaturePad: () => true },
        receipts: { remember: () => undefined },
      } as unknown as EffectContext,
      effect,
    )
  }
  const authorize = async (answer: object, token: SaleFacts['token'] = null) => {
    const ended = await perform(answer, { kind: 'authorize', sale: facts({ token }) })
    return ended?.kind === 'authorization_ended' ? ended.end : ended
  }
  const token = { payment_method_id: 'pm_1', brand: 'visa', last_four: '1111', saved: true }
  const failed = (amount_refunded: number) => {
    const error = { code: 'terminal_timeout', message: 'late', payment_intent: intent(amount_refunded) }
    return { ok: false, error: { kind: 'refused', status: 504, error } }
  }
  const ok = (value: object) => ({ ok: true, value })
  const capture = { kind: 'capture_intent', sale: facts(), tries: 0 } as const

  test('an answer with a refund of a part or all leads to a look-up, which asks whether the bank has answered it', async () => {
    for (const refunded of [200, 2_500]) {
      const { latest_payment } = intent(refunded)
      expect(await authorize(ok(latest_payment))).toEqual({ kind: 'processing' })
      expect(await authorize(ok(intent(refunded)), token)).toEqual({ kind: 'processing' })
      expect(await authorize(failed(refunded))).toMatchObject({ kind: 'unknown', ended: true })
      expect(await perform(ok(intent(refunded)), capture)).toMatchObject({
        ...{ kind: 'capture_failed', refused: false },
      })
    }
  })

  test('an answer without a refund is the outcome of the payment', async () => {
    const whole = { kind: 'paid', payment: { amount: 2_500 } }
    expect(await authorize(ok(intent(0).latest_payment))).toMatchObject(whole)
    expect(await authorize(ok(intent(0)), token)).toMatchObject(whole)
    expect(await authorize(failed(0))).toMatchObject(whole)
    expect(await perform(ok(intent(0)), capture)).toMatchObject({ kind: 'captured', payment: whole.payment })
  })
})
