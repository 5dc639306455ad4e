import { expect, test } from 'vitest'
import type { Refund } from '../../../../src-shared/api/schemas/refund.ts'
import { err, ok } from '../../../../src-shared/result.ts'
import { stepAfterAmount, stepAfterAnswer } from '../../../../src-web/portal/refund-step.ts'

const refused = (status: number, code: string) => ({ kind: 'refused', status, code, params: [] }) as const

test.each([
  ['no answer', { kind: 'no_answer' }],
  ['an error of the service', refused(500, 'internal')],
  ['an overload of the service', refused(503, 'overloaded')],
  ['a first request that is still running', refused(409, 'idempotency_in_progress')],
  ['a lost answer', refused(409, 'idempotency_answer_lost')],
] as const)('after %s the outcome of a refund is unknown, and the refund may be sent again', (_, failure) => {
  expect(stepAfterAnswer(1050, err(failure))).toEqual({ at: 'unknown', amount: 1050 })
})

test.each([
  ['more than is left', refused(400, 'refund_exceeds_amount')],
  ['a payment that has changed meanwhile', refused(409, 'state_conflict')],
  ['a read-only user', refused(403, 'permission_denied')],
] as const)('a refund is refused for %s', (_, failure) => {
  expect(stepAfterAnswer(1050, err(failure))).toEqual({ at: 'refused', failure })
})

test('a refund that is answered is shown in any state', () => {
  const refund = { id: 're_1', status: 'processing' } as Refund
  expect(stepAfterAnswer(1050, ok(refund))).toEqual({ at: 'answered', refund })
})

test.each([
  ['a right that was revoked meanwhile', refused(403, 'permission_denied')],
  ['an account that is no longer accessible', refused(404, 'resource_missing')],
  ['a session that has ended', refused(401, 'session_ended')],
  ['too many requests', refused(429, 'rate_limited')],
] as const)(
  'when a repeat is refused for %s, the outcome of the first refund stays unknown',
  (_, failure) => {
    expect(stepAfterAnswer(1050, err(failure), 'repeat')).toEqual({ at: 'unknown', amount: 1050 })
    expect(stepAfterAnswer(1050, err(failure))).toEqual({ at: 'refused', failure })
  },
)

test('a repeat that the service decides on is refused like the first request', () => {
  const failure = refused(400, 'refund_exceeds_amount')
  expect(stepAfterAnswer(1050, err(failure), 'repeat')).toEqual({ at: 'refused', failure })
})

test.each([
  ['en', '12,345', { at: 'confirm', amount: 1_234_500 }],
  // The comma is the decimal separator there: a mistyped amount is not read as thousands.
  ['fr', '12,345', { at: 'amount', problem: 'notAnAmount' }],
  ['es', '12,345', { at: 'amount', problem: 'notAnAmount' }],
  ['fr', '12,34', { at: 'confirm', amount: 1_234 }],
  ['en', ' ', { at: 'confirm', amount: 2_000_000 }],
  ['en', '20,000.01', { at: 'amount', problem: 'tooMuch' }],
  ['en', '0', { at: 'amount', problem: 'notAnAmount' }],
] as const)("in %s “%s” is read as an amount in the reader's format", (language, text, step) => {
  expect(stepAfterAmount(text, 2_000_000, language)).toEqual(step)
})
