import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorizeCardPresent } from '../../src-service/authorize/authorize-card-present.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import type { Settlement } from '../../src-shared/api/schemas/settlement.ts'
import { emptyReceipt, visa } from '../unit/service/authorize/cards.ts'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

/** Sections 2.5 and 4.2 over HTTP; the answers are checked against the contract. */
async function paid(amount = 1000): Promise<Payment> {
  const intent = (await ask('payment_intents.create', { body: { amount } })).body as PaymentIntent
  const done = await authorizeCardPresent(service.services, {
    accountId: service.accountId,
    intentId: intent.id,
    agreedAmount: amount,
    card: visa,
    entryMode: 'EMVContact',
    cardPresent: true,
    chip: null,
    cardholderName: 'ANA TORRES',
    hsn: 'VT-1',
    receiptData: emptyReceipt,
  })
  if (!done.ok) throw new Error(done.error.message)
  return done.value.payment
}

const pathOf = (paymentId: string) => `/payments/${paymentId}/refunds`
const refund = (paymentId: string, body: object = {}, changes: object = {}) =>
  ask('refunds.create', { path: pathOf(paymentId), body, ...changes })
const close = async () =>
  (await ask('sandbox.settlements.close', { body: { account_id: service.accountId } })).body as Settlement

describe('refunds', () => {
  test('partial refunds are processing, succeed with the settlement, and are listed with their payment', async () => {
    const payment = await paid()
    const first = (await refund(payment.id, { amount: 300 })).body as Refund
    const second = (await refund(payment.id, { amount: 200 })).body as Refund
    expect(first).toMatchObject({ status: 'processing', amount: 300, settlement_status: 'unsettled' })
    const page = await ask('payments.list_refunds', { path: pathOf(payment.id), query: '?limit=1' })
    expect(page.body).toMatchObject({
      data: [{ id: second.id }],
      meta: { has_more: true, limit: 1, next_cursor: second.id },
    })
    const next = await ask('payments.list_refunds', {
      path: pathOf(payment.id),
      query: `?starting_after=${second.id}`,
    })
    expect(next.body).toMatchObject({ data: [{ id: first.id }], meta: { has_more: false } })
    const settlement = await close()
    const fetched = await ask('refunds.get', { path: `/refunds/${first.id}` })
    expect(fetched.body).toMatchObject({ status: 'succeeded', settlement_id: settlement.id })
  })

  test('refunds are shown on the intent', async () => {
    const payment = await paid()
    await refund(payment.id)
    const intent = await ask('payment_intents.get', { path: `/payment_intents/${payment.payment_intent_id}` })
    expect(intent.body).toMatchObject({ amount_refunded: 1000, latest_payment: { amount_refunded: 1000 } })
  })

  test('a refused cancel recommends a refund only of the amount that is left to refund', async () => {
    const cancelOf = async ({ payment_intent_id: id }: Payment) => {
      const path = `/payment_intents/${id}/cancel`
      return expectRefusal(await ask('payment_intents.cancel', { path }), 'state_conflict').message
    }
    const part = await paid()
    await refund(part.id, { amount: 400 })
    expect(await cancelOf(part)).toContain(
      '400 cents are refunded already; refund the 600 cents that are left',
    )
    const whole = await paid()
    await refund(whole.id)
    expect(await cancelOf(whole)).toContain('nothing of it is left to give back')
    await close()
    expect(await cancelOf(part)).toContain('settled already; refund the 600 cents that are left')
    expect(await cancelOf(whole)).toContain('nothing of it is left to give back')
  })

  test('refunds explain what is wrong with a request, and change nothing', async () => {
    const payment = await paid()
    const tooMuch = expectRefusal(await refund(payment.id, { amount: 1001 }), 'refund_exceeds_amount')
    expect(tooMuch.param).toBe('amount')
    expect(tooMuch.message).toContain('1000 cents')
    expectRefusal(await refund(payment.id, { if_amount_refunded: 1 }), 'amount_refunded_changed')
    expectRefusal(await refund(payment.id, { if_amount_refunded: -1 }), 'parameter_invalid')
    expectRefusal(await refund(payment.id, { amount: -1 }), 'parameter_invalid')
    expectRefusal(await refund(payment.id, { amount: 1.5 }), 'parameter_invalid')
    expectRefusal(await refund(payment.id, { amount: '100' }), 'parameter_invalid')
    expectRefusal(await refund(payment.id, { reason: 'no' }), 'parameter_unknown')
    expectRefusal(await refund(payment.id, { refund_splits: [{ amount: 1 }] }), 'parameter_missing')
    const page = await ask('payments.list_refunds', { path: pathOf(payment.id) })
    expect(page.body).toMatchObject({ data: [] })
  })

  test('refunds are bound to the idempotency key: the same request pays back once', async () => {
    const payment = await paid()
    const headers = { 'x-idempotency-key': 'refund-key-0001' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => refund(payment.id, { amount: 400 }, { headers })),
    )
    const refunds = answers.filter(({ status }) => status === 200).map(({ body }) => (body as Refund).id)
    expect(new Set(refunds).size).toBe(1)
    for (const answer of answers) if (answer.status !== 200) expectRefusal(answer, 'idempotency_in_progress')
    const again = await refund(payment.id, { amount: 400 }, { headers })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expectRefusal(await refund(payment.id, { amount: 401 }, { headers }), 'idempotency_key_reused')
    const after = await ask('payments.get', { path: `/payments/${payment.id}` })
    expect(after.body).toMatchObject({ amount_refunded: 400 })
  })

  test('refunds cannot be made by a read-only key, and are missing for all others', async () => {
    const payment = await paid()
    const reader = await service.makeKey('read_only')
    expectRefusal(await refund(payment.id, {}, { key: reader }), 'permission_denied')
    const stranger = await service.makeTenant()
    const other = { key: stranger.privateKey, accountId: stranger.accountId }
    expectRefusal(await refund(payment.id, {}, other), 'resource_missing')
    const own = (await refund(payment.id, { amount: 1 })).body as Refund
    expectRefusal(await ask('refunds.get', { path: `/refunds/${own.id}`, ...other }), 'resource_missing')
    expectRefusal(
      await ask('payments.list_refunds', { path: pathOf(payment.id), ...other }),
      'resource_missing',
    )
    expect((await ask('refunds.get', { path: `/refunds/${own.id}`, key: reader })).status).toBe(200)
  })
})

describe('settlements', () => {
  test('settlements are listed and readable for keys that reach the account, and for no others', async () => {
    await paid()
    const settlement = await close()
    const page = (await ask('settlements.list')).body as { data: Settlement[] }
    expect(page.data[0]).toEqual(settlement)
    expect((await ask('settlements.get', { path: `/settlements/${settlement.id}` })).body).toEqual(settlement)
    const stranger = await service.makeTenant()
    const other = { key: stranger.privateKey, accountId: stranger.accountId }
    expectRefusal(
      await ask('settlements.get', { path: `/settlements/${settlement.id}`, ...other }),
      'resource_missing',
    )
    expect((await ask('settlements.list', other)).body).toMatchObject({ data: [] })
    expect((await ask('settlements.list_unmatched', other)).body).toEqual({
      data: [],
      meta: { has_more: false, limit: 1000 },
    })
    expectRefusal(
      await ask('sandbox.settlements.close', { body: { account_id: service.accountId }, ...other }),
      'resource_missing',
    )
  })

  test("settlements match an external payment to its gateway's record", async () => {
    const gateway_response = { retrieval_reference: '900000000001', created_at: '2026-01-31T07:00:00-05:00' }
    const body = {
      payment_intent: { amount: 1234 },
      payment_method: {
        payment_method_type: 'card',
        source_type: 'other-gateway',
        card: {
          token: 'external',
          last_four_digits: '1111',
          first_six_digits: '411111',
          brand: 'Visa',
          exp_month: '12',
          exp_year: '2030',
        },
      },
      gateway_response,
    }
    const intent = (await ask('external_payments.create', { body })).body as PaymentIntent
    const before = (await ask('settlements.list_unmatched')).body as { data: { id: string }[] }
    expect(before.data.map(({ id }) => id)).toEqual([intent.latest_payment?.id])
    const record = await ask('sandbox.settlement_records.create', {
      body: {
        account_id: service.accountId,
        type: 'payment',
        retrieval_reference: '900000000001',
        created_at: '2026-01-31T12:00:00Z',
        amount: 1234,
      },
    })
    expect(record.body).toMatchObject({ status: 'matched' })
    const after = await ask('payment_intents.get', { path: `/payment_intents/${intent.id}` })
    expect(after.body).toMatchObject({ settlement_status: 'settled' })
    expect((await ask('settlements.list_unmatched')).body).toEqual({
      data: [],
      meta: { has_more: false, limit: 1000 },
    })
  })
})

describe('disputes and reversals', () => {
  test('disputes and reversals are made by sandbox operations and never exceed the captured amount', async () => {
    const payment = await paid()
    const dispute = await ask('sandbox.payments.dispute', {
      path: `/sandbox/payments/${payment.id}/dispute`,
      body: { amount: 600 },
    })
    expect(dispute.body).toMatchObject({ disputed: true, amount_disputed: 600 })
    const reversal = { path: `/sandbox/payments/${payment.id}/reverse` }
    expectRefusal(
      await ask('sandbox.payments.reverse', { ...reversal, body: { amount: 0 } }),
      'parameter_invalid',
    )
    const reversed = await ask('sandbox.payments.reverse', { ...reversal, body: {} })
    expect(reversed.body).toMatchObject({ reversed: true, amount_reversed: 400 })
    expectRefusal(await refund(payment.id), 'refund_exceeds_amount')
  })

  test('a dispute of a whole payment is recorded even after a partial refund, and its totals still add up', async () => {
    const payment = await paid()
    await refund(payment.id, { amount: 300 })
    const { body } = await ask('sandbox.payments.dispute', {
      path: `/sandbox/payments/${payment.id}/dispute`,
      body: { amount: 1000 },
    })
    expect(body).toMatchObject({
      amount_refunded: 300,
      amount_disputed: 700,
      gateway_response: { dispute_amount: 1000 },
    })
  })
})
