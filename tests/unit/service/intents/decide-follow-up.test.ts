import { expect, test } from 'vitest'
import type { Attempt } from '../../../../src-service/intents/attempt.ts'
import { decideFollowUp } from '../../../../src-service/intents/decide-follow-up.ts'
import { newIntent, newPayment } from '../../../../src-service/intents/documents.ts'
import type { PendingFollowUp } from '../../../../src-service/intents/pending-operation.ts'
import type { FollowUp } from '../../../../src-service/processor/follow-up.ts'
import { firstRow } from '../../../../src-service/store/row-writes.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'

const since = '2026-11-22T10:00:00.000Z'
const later = '2026-11-22T10:05:00.000Z'
const now = Date.parse('2026-11-22T10:06:00.000Z')
const context = { now, verified: now, dated: (at: number) => at, newId: () => 'id' } as unknown as Parameters<
  typeof decideFollowUp
>[3]
const basis = { amount: 5_000, currency: 'USD', account_id: 'acct_1', created_at: since } as const

/** A payment of 50.00 that was authorized, and waits for the processor to carry out an operation. */
function waitingFor(pending_operation: PendingFollowUp, captured = 0): Attempt {
  const payment = newPayment(
    {
      ...{ ...basis, id: 'pmt_1', payment_intent_id: 'pi_1', payment_method_id: 'pm_1' },
      ...{ payment_method: null, payment_provider_type: 'sandbox' },
    } as unknown as Parameters<typeof newPayment>[0],
    { amount_authorized: 5_000, amount_captured: captured, gateway_response: { pending_operation } },
  )
  const intent: PaymentIntent = {
    ...newIntent({ ...basis, id: 'pi_1', client_secret: '', business_id: 'bus_1', partner_id: null }, {}),
    status: 'processing',
    latest_payment: payment,
    amount_authorized: 5_000,
    amount_captured: captured,
  }
  return {
    intent: firstRow('acct_1', 'pi_1', intent, now),
    payment: firstRow('acct_1', 'pmt_1', payment, now),
    session: null,
  }
}
const split = { account_id: 'ctrct_1', amount: 1_000 }
const capture: PendingFollowUp = {
  ...{ operation: 'capture', since, amount: 4_000, merchant_amount: 3_500, payment_splits: [split] },
  parts: { tip_amount: 300 },
}
const voidOf = (from: 'uncaptured' | 'captured'): PendingFollowUp => ({
  ...{ operation: 'void', since, from, reason: 'requested_by_customer' },
})
const done: FollowUp = { outcome: 'done', retrieval_reference: 'ref_1' }
const refused: FollowUp = { outcome: 'refused', reason: 'no' }

function decided(attempt: Attempt, asked: PendingFollowUp, answer: FollowUp) {
  const decision = decideFollowUp(attempt, asked, answer, context)
  if (!decision.ok) throw new Error(decision.error.code)
  const { reply, writes } = decision.value
  return { ...reply, writes: writes.length }
}

test('a capture of a part captures that part with its shares and its tip, and releases the rest', () => {
  expect(decided(waitingFor(capture), capture, done)).toMatchObject({
    payment: { status: 'captured', amount_captured: 4_000, amount_voided: 1_000 },
    intent: {
      ...{ status: 'captured', amount_captured: 4_000, amount_voided: 1_000 },
      ...{ merchant_amount: 3_500, payment_splits: [split], tip_amount: 300 },
    },
  })
})

test.each([
  ['uncaptured', 0, 'cancelled'],
  ['captured', 5_000, 'voided'],
] as const)('a void of a payment that was %s leaves nothing captured', (from, captured, status) => {
  const asked = voidOf(from)
  expect(decided(waitingFor(asked, captured), asked, done)).toMatchObject({
    payment: { status, amount_captured: 0, amount_voided: 5_000, cancel_reason: 'requested_by_customer' },
    intent: { status: 'cancelled', amount_captured: 0 },
  })
})

test.each([
  ['a capture', capture, 0, 'uncaptured'],
  ['a void', voidOf('uncaptured'), 0, 'uncaptured'],
  ['a void', voidOf('captured'), 5_000, 'captured'],
] as const)('%s that is refused leaves the payment as it was', (_, asked, captured, status) => {
  const after = decided(waitingFor(asked, captured), asked, refused)
  expect(after).toMatchObject({
    payment: { status, amount_captured: captured, amount_voided: 0, gateway_response: {} },
    intent: { status },
  })
  expect(after.payment.gateway_response).not.toHaveProperty('pending_operation')
})

test('a refusal proves nothing about a request that was sent since, and what was done is done', () => {
  const attempt = waitingFor({ ...capture, asked_at: later })
  expect(decided(attempt, capture, refused)).toMatchObject({ payment: { status: 'processing' }, writes: 0 })
  expect(decided(attempt, capture, done)).toMatchObject({ payment: { status: 'captured' } })
  expect(decided(attempt, { ...capture, asked_at: later }, refused)).toMatchObject({
    payment: { status: 'uncaptured' },
  })
})

test('an answer about an operation that has ended, or whose outcome is not known, changes nothing', () => {
  const unchanged = { payment: { status: 'processing' }, writes: 0 }
  expect(decided(waitingFor({ ...capture, since: later }), capture, done)).toMatchObject(unchanged)
  expect(decided(waitingFor(voidOf('uncaptured')), capture, done)).toMatchObject(unchanged)
  for (const outcome of ['unknown', 'later'] as const)
    expect(decided(waitingFor(capture), capture, { outcome })).toMatchObject(unchanged)
})
