import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CheckoutCollected, CheckoutPage } from '../../src-shared/api/schemas/checkout-page.ts'
import { type CheckoutSession, checkoutSessionSchema } from '../../src-shared/api/schemas/checkout-session.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

const create = async (body: object = {}): Promise<CheckoutSession> => {
  const sent = { payment_intent_data: { amount: 2500 }, ...body }
  const answer = await ask('checkout_sessions.create', { body: sent })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as CheckoutSession
}
const onPage = ({ id, client_secret }: CheckoutSession, rest = '') => ({
  key: null,
  accountId: null,
  path: `/checkout_pages/${id}${rest}`,
  headers: { 'x-client-secret': client_secret ?? '' },
})
const card = { number: '4242424242424242', exp_month: '12', exp_year: '2049', cvv: '123' }

describe('a checkout session (section 2.6)', () => {
  test('a checkout session is created with every field of its resource, and its payment intent with it', async () => {
    const session = await create({ reference_id: 'order 7', user_fields: { table: '7' } })
    expect(Object.keys(session).sort()).toEqual(Object.keys(checkoutSessionSchema.shape).sort())
    expect(session).toMatchObject({
      status: 'open',
      amount: 2500,
      subtotal: 2500,
      discount_amount: 0,
      payment_intent_data: { amount: 2500 },
      payment_method_types: ['card'],
      google_pay_enabled: true,
      apple_pay_enabled: true,
      surcharge: { type: 'disabled' },
      link_phone_number: null,
    })
    expect(session.id).toMatch(/^cs_/)
    const secret = session.client_secret?.split('_secret_')[1] ?? ''
    expect(secret).toMatch(/^[\w-]{20,}$/)
    expect(session.url).toBe(`${service.directUrl}/checkout/${session.id}#${secret}`)
    const intent = await ask('payment_intents.get', { path: `/payment_intents/${session.payment_intent_id}` })
    expect(intent.body).toMatchObject({ status: 'created', amount: 2500, checkout_session_id: session.id })
  })

  test('the end of a checkout session may be written with Z or with an offset', async () => {
    const { id } = await create()
    const end = new Date(Date.now() + 3_600_000).toISOString()
    const east = new Date(Date.parse(end) + 2 * 3_600_000).toISOString().replace('Z', '+02:00')
    for (const expires_at of [end, end.replace('Z', '+00:00'), east]) {
      const updated = await ask('checkout_sessions.update', {
        path: `/checkout_sessions/${id}`,
        body: { expires_at },
      })
      expect(updated.body, expires_at).toMatchObject({ expires_at: end })
    }
    const noon = { path: `/checkout_sessions/${id}`, body: { expires_at: '2049-01-31T12:00:00' } }
    expectRefusal(await ask('checkout_sessions.update', noon), 'parameter_invalid')
  })

  test('optional fields of a checkout session are removed by null, and fields that are not sent stay', async () => {
    const given = {
      ...{ customer_email: 'ada@example.com', reference_id: 'order 7' },
      ...{ cancel_url: 'https://shop.example/cart', success_url: 'https://shop.example/thanks' },
    }
    const session = await create({ ...given, user_fields: { table: '7' } })
    const path = `/checkout_sessions/${session.id}`
    const update = async (body: object) => {
      const answer = await ask('checkout_sessions.update', { path, body })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
      return answer.body as CheckoutSession
    }
    expect(await update({ customer_email: null, success_url: null })).toMatchObject({
      ...{ ...given, customer_email: null, success_url: null, user_fields: { table: '7' } },
    })
    await update({ reference_id: null, cancel_url: null })
    const { body } = await ask('checkout_sessions.get', { path })
    expect(body).toMatchObject({
      ...{ customer_email: null, reference_id: null, cancel_url: null, success_url: null, amount: 2500 },
    })
    const page = await ask('checkout_pages.get', onPage(session))
    expect(page.body).toMatchObject({ customer_email: null })
    for (const name of ['surcharge', 'user_fields', 'subtotal', 'expires_at']) {
      expectRefusal(
        await ask('checkout_sessions.update', { path, body: { [name]: null } }),
        'parameter_invalid',
      )
    }
  })

  test('a checkout session is paid on its page, and is complete at the same moment', async () => {
    const session = await create({ success_url: 'https://shop.example.com/thanks' })
    const shown = (await ask('checkout_pages.get', onPage(session))).body as CheckoutPage
    expect(shown).toMatchObject({ state: 'open', mode: 'payment', amount: 2500, success_url: null })
    const body = { payment_method_type: 'card', card }
    const collected = await ask('checkout_pages.collect', { ...onPage(session, '/collect'), body })
    expect(collected.status, JSON.stringify(collected.body)).toBe(200)
    const { payment_method, amount, surcharge_amount } = collected.body as CheckoutCollected
    const paid = await ask('checkout_pages.pay', {
      ...onPage(session, '/pay'),
      body: { payment_method_id: payment_method?.id, amount, surcharge_amount },
    })
    expect(paid.body).toMatchObject({
      state: 'paid',
      payment: { status: 'captured', amount: 2500, brand: 'Visa', last_four_digits: '4242' },
      success_url: `https://shop.example.com/thanks?session_id=${session.id}`,
    })
    const after = await ask('checkout_sessions.get', { path: `/checkout_sessions/${session.id}` })
    expect(after.body).toMatchObject({ status: 'complete' })
    const intent = await ask('payment_intents.get', { path: `/payment_intents/${session.payment_intent_id}` })
    expect((intent.body as PaymentIntent).latest_payment?.payment_method).toMatchObject({
      checkout_session_id: session.id,
    })
  })
})
