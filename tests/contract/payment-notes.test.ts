import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentNote } from '../../src-shared/api/schemas/payment-note.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

async function pay(amount: number): Promise<Payment> {
  const intent = (await ask('payment_intents.create', { body: { amount } })).body as PaymentIntent
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2049' }
  const token = await ask('tokens.create', {
    key: service.publicKey,
    body: { client_secret: intent.client_secret, payment_method_type: 'card', card },
  })
  const { id: payment_method_id } = token.body as { id: string }
  const paid = await ask('payments.create', {
    path: `/payment_intents/${intent.id}/payments`,
    body: { payment_method_id },
  })
  const payment = (paid.body as PaymentIntent).latest_payment
  if (payment === null) throw new Error('nobody paid')
  return payment
}
const add = (payment: Pick<Payment, 'id'>, body: object) =>
  ask('payment_notes.create', { path: `/payments/${payment.id}/notes`, body })
const notesOf = async ({ id }: Pick<Payment, 'id'>): Promise<readonly PaymentNote[]> =>
  ((await ask('payment_notes.list', { path: `/payments/${id}/notes` })).body as { data: PaymentNote[] }).data

describe('notes about a payment', () => {
  test('a note is stored as it was written, listed newest first, and changes nothing about the payment', async () => {
    const payment = await pay(2_000)
    const first = await add(payment, { text: 'The customer called.', author: 'Mona' })
    expect(first.body).toMatchObject({ text: 'The customer called.', author: 'Mona', finding: null })
    await add(payment, { text: 'Statement of 12 March, line 7.', author: 'Mona', finding: 'done' })
    expect((await notesOf(payment)).map(({ finding }) => finding)).toEqual(['done', null])
    const now = await ask('payments.get', { path: `/payments/${payment.id}` })
    expect(now.body).toEqual(payment)
  })

  test('a note about a refund must name a refund of the payment', async () => {
    const payment = await pay(3_000)
    const other = await pay(3_000)
    const refund = await ask('refunds.create', {
      path: `/payments/${payment.id}/refunds`,
      body: { amount: 500 },
    })
    const { id: refund_id } = refund.body as Refund
    expect(
      (await add(payment, { text: 'Not there yet.', refund_id, finding: 'not_done' })).body,
    ).toMatchObject({
      refund_id,
    })
    expect(
      expectRefusal(await add(other, { text: 'Not there yet.', refund_id }), 'parameter_invalid').param,
    ).toBe('refund_id')
    expectRefusal(await add({ id: 'pmt_none' }, { text: 'Who is it?' }), 'resource_missing')
  })

  test('a disputed payment is listed with the date by which to respond, also after the dispute is closed', async () => {
    const payment = await pay(4_000)
    await pay(1_000)
    const respond_by = '2026-03-31T00:00:00.000Z'
    await ask('sandbox.payments.dispute', {
      path: `/sandbox/payments/${payment.id}/dispute`,
      body: { amount: 1_500, respond_by },
    })
    const listed = async () =>
      ((await ask('disputes.list', { path: '/disputes' })).body as { data: Payment[] }).data
    expect(await listed()).toMatchObject([
      { id: payment.id, gateway_response: { dispute_status: 'open', dispute_respond_by: respond_by } },
    ])
    await ask('sandbox.payments.close_dispute', {
      path: `/sandbox/payments/${payment.id}/dispute/close`,
      body: { outcome: 'won' },
    })
    expect(await listed()).toMatchObject([{ id: payment.id, gateway_response: { dispute_status: 'won' } }])
  })
})
