import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { type Answer, type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

let reference = 200_000_000_000
const card = {
  token: 'held-at-the-gateway',
  last_four_digits: '1111',
  first_six_digits: '411111',
  brand: 'Visa',
  exp_month: '3',
  exp_year: '30',
}
const intentOf = (answer: Answer) => answer.body as PaymentIntent
const create = (timed: object) =>
  ask('external_payments.create', {
    body: {
      payment_intent: { amount: 5000 },
      payment_method: { payment_method_type: 'card', source_type: 'other-gateway', card },
      card_present: true,
      ...timed,
    },
  })
const update = (id: string, body: object) =>
  ask('external_payment_intents.update', { path: `/external_payment_intents/${id}`, body })
const refund = (payment_intent_id: string, body: object) =>
  ask('external_refunds.create', { body: { payment_intent_id, ...body } })
const fetchIntent = async (id: string) =>
  intentOf(await ask('payment_intents.get', { path: `/payment_intents/${id}` }))

test('a report dated in the future is refused, with a day of tolerance for clocks that are ahead', async () => {
  const timed = (ms: number) => {
    reference += 1
    const created_at = new Date(service.services.clock.now() + ms).toISOString()
    return { gateway_response: { retrieval_reference: String(reference), created_at } }
  }
  const hourMs = 3_600_000
  const { id } = intentOf(await create(timed(23 * hourMs)))
  const tomorrow = timed(25 * hourMs)
  for (const answer of [
    await create(tomorrow),
    await update(id, tomorrow),
    await refund(id, { amount: 1, ...tomorrow }),
  ]) {
    const refused = expectRefusal(answer, 'parameter_invalid')
    expect(refused.param).toBe('gateway_response.created_at')
  }
  expect((await fetchIntent(id)).amount_refunded).toBe(0)
})

test('whether a report is dated in the future is decided by the time of the database, even while it is doubted', async () => {
  const { clock } = service.services
  const dayMs = 24 * 3_600_000
  const now = clock.now()
  const dated = (ms: number) => {
    reference += 1
    const created_at = new Date(ms).toISOString()
    return create({ gateway_response: { retrieval_reference: String(reference), created_at } })
  }
  try {
    // The clock of this node is ten days behind the database's.
    clock.verify(now + 10 * dayMs)
    expect((await dated(now + 10 * dayMs)).status).toBe(200)
    // After ten days of holiday the database's time is doubted.
    clock.verify(now - 10 * dayMs, 10 * dayMs)
    expect((await dated(now)).status).toBe(200)
    // The clock of this node is ten days ahead.
    clock.verify(now - 10 * dayMs)
    expectRefusal(await dated(now), 'parameter_invalid')
  } finally {
    clock.verify(clock.now())
  }
})
