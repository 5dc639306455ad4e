import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { type Answer, type Ask, accepted, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

/** Section 4.1 over HTTP: intent, token, payment. */

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

const visa = '4242424242424242'
const doNotHonor = '4000000000000002'

const newIntent = async (body: object = {}) =>
  accepted<PaymentIntent>(await ask('payment_intents.create', { body: { amount: 1234, ...body } }))
const tokenOf = async ({ client_secret }: PaymentIntent, number = visa) => {
  const card = { number, exp_month: '12', exp_year: '2049', cvv: '123' }
  const body = { client_secret, payment_method_type: 'card', card }
  return accepted<PaymentMethod>(
    await ask('tokens.create', { key: service.publicKey, accountId: null, body }),
  )
}
const pay = (id: string, body: object, headers: Record<string, string> = {}) =>
  ask('payments.create', { path: `/payment_intents/${id}/payments`, body, headers })
const paymentsOf = async (id: string) =>
  accepted<{ data: Payment[] }>(
    await ask('payment_intents.list_payments', { path: `/payment_intents/${id}/payments` }),
  ).data
const replayed = ({ headers }: Answer) => headers.get('idempotency-replayed')
const freshKey = () => ({ 'x-idempotency-key': crypto.randomUUID() })

describe('create payment', () => {
  test('a payment leads an intent from its creation to its capture with only what the browser has', async () => {
    const intent = await newIntent()
    const { id: payment_method_id } = await tokenOf(intent)
    const paid = accepted<PaymentIntent>(await pay(intent.id, { payment_method_id }))
    expect(paid).toMatchObject({ status: 'captured', amount_captured: 1234, latest_payment: { cvv: 'M' } })
    const path = `/payments/${paid.latest_payment?.id}`
    expect(accepted(await ask('payments.get', { path }))).toEqual(paid.latest_payment)
  })

  test('a decline is returned with 200, and the next card can pay', async () => {
    const intent = await newIntent()
    const declined = accepted<PaymentIntent>(
      await pay(intent.id, { payment_method_id: (await tokenOf(intent, doNotHonor)).id }),
    )
    expect(declined).toMatchObject({ status: 'created', latest_payment: { status: 'failed' } })
    const paid = accepted<PaymentIntent>(
      await pay(intent.id, { payment_method_id: (await tokenOf(intent)).id }),
    )
    expect(paid.status).toBe('captured')
    expect((await paymentsOf(intent.id)).map(({ status }) => status)).toEqual(['captured', 'failed'])
  })

  test('a payment repeats a decline under its key, however often it is requested', async () => {
    const intent = await newIntent()
    const body = { payment_method_id: (await tokenOf(intent, doNotHonor)).id, cvv2: '123' }
    const headers = freshKey()
    const first = await pay(intent.id, body, headers)
    const again = await pay(intent.id, body, headers)
    expect(again.body).toEqual(first.body)
    expect([replayed(first), replayed(again)]).toEqual([null, 'true'])
    expectRefusal(await pay(intent.id, { ...body, cvv2: '124' }, headers), 'idempotency_key_reused')
    expect(await paymentsOf(intent.id)).toHaveLength(1)
  })

  test('a payment that is requested many times at once, with one key or without, charges once', async () => {
    for (const headers of [freshKey(), {}]) {
      const intent = await newIntent()
      const body = { payment_method_id: (await tokenOf(intent)).id }
      const answers = await Promise.all(Array.from({ length: 12 }, () => pay(intent.id, body, headers)))
      const fresh = answers.filter((answer) => answer.status === 200 && replayed(answer) === null)
      expect(fresh).toHaveLength(1)
      for (const answer of answers.filter(({ status }) => status !== 200)) {
        expectRefusal(answer, ['idempotency_in_progress', 'state_conflict', 'lock_timeout'])
      }
      expect((await paymentsOf(intent.id)).map(({ status }) => status)).toEqual(['captured'])
    }
  })

  test('a payment is refused with no source, with two, and with a reference of 4001 characters', async () => {
    const intent = await newIntent()
    const { id: payment_method_id } = await tokenOf(intent)
    expectRefusal(await pay(intent.id, {}), 'payment_source_ambiguous')
    expectRefusal(
      await pay(intent.id, { payment_method_id, customer_id: 'cus_1' }),
      'payment_source_ambiguous',
    )
    const long = await pay(intent.id, { payment_method_id, reference_id: 'x'.repeat(4001) })
    expect(expectRefusal(long, 'parameter_invalid').param).toBe('reference_id')
    expect((await paymentsOf(intent.id)).length).toBe(0)
  })
})

describe('a payment intent', () => {
  test('a payment intent refuses unknown payment_method_data instead of ignoring it', async () => {
    const body = { amount: 1, payment_method_data: { card: { number: visa } } }
    const error = expectRefusal(await ask('payment_intents.create', { body }), 'parameter_unknown')
    expect(error.param).toBe('payment_method_data.card')
    expect(error.message).not.toContain(visa)
  })

  test('a payment intent splits its amount with contractors only', async () => {
    const body = { amount: 100, payment_splits: [{ amount: 1, account_id: 'acct_1' }] }
    const error = expectRefusal(await ask('payment_intents.create', { body }), 'parameter_invalid')
    expect(error.param).toBe('payment_splits.0.account_id')
  })
})
