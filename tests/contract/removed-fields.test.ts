import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAsk, createMust, expectRefusal } from './support/ask.ts'
import type { RunningService } from './support/running-service.ts'
import { sampleBodies } from './support/samples.ts'
import { engines, startServiceOn } from './support/service-on.ts'

// What is null in an answer while it is not set is removed by null (docs/decisions/0030).

describe.each(engines)('null in an update, on %s', (engine) => {
  let service: RunningService
  let ask: ReturnType<typeof createAsk>
  let must: ReturnType<typeof createMust>
  beforeAll(async () => {
    service = await startServiceOn(engine)
    ask = createAsk(service)
    must = createMust(ask)
  })
  afterAll(() => service?.stop())

  const given = { description: 'Table 7', reference_id: 'order 7', merchant_amount: 900 }
  const none = { description: null, reference_id: null, merchant_amount: null }

  test('null removes description, reference and merchant_amount of an intent, and the rest stays', async () => {
    const { id } = await must('payment_intents.create', { body: { amount: 1000, ...given } })
    const path = `/payment_intents/${id}`
    expect(await must('payment_intents.update', { path, body: { description: null } })).toMatchObject({
      ...given,
      description: null,
    })
    expect(await must('payment_intents.update', { path, body: none })).toMatchObject({
      amount: 1000,
      ...none,
    })
    expect(await must('payment_intents.get', { path })).toMatchObject(none)
    const found = await must('payment_intents.search', { body: { reference_id: given.reference_id } })
    expect(found.data).toEqual([])
  })

  test('null is refused for what an intent always has, and for its customer', async () => {
    const { id } = await must('payment_intents.create', { body: { amount: 1000 } })
    const names = ['amount', 'capture', 'payment_method_types', 'user_fields', 'customer_id', 'tip_amount']
    for (const name of names) {
      const request = { path: `/payment_intents/${id}`, body: { [name]: null } }
      const refused = expectRefusal(await ask('payment_intents.update', request), 'parameter_invalid')
      expect(refused.param).toBe(name)
    }
  })

  test('null removes what was agreed of the intent of a checkout session', async () => {
    const payment_method_data = { billing_details: { name: 'Ann Lee' } }
    const { id, payment_intent_id } = await must('checkout_sessions.create', {
      body: { payment_intent_data: { amount: 1000, ...given, payment_method_data } },
    })
    const body = { payment_intent_data: { ...none, payment_method_data: null } }
    const session = await must('checkout_sessions.update', { path: `/checkout_sessions/${id}`, body })
    expect(session.payment_intent_data).toEqual({ amount: 1000 })
    const intent = await must('payment_intents.get', { path: `/payment_intents/${payment_intent_id}` })
    expect(intent).toMatchObject({ ...none, payment_method_data: null })
  })

  test('null removes the recruiter and the location of an account', async () => {
    const path = `/accounts/${service.accountId}`
    const { business_id } = await must('accounts.get', { path })
    const { id } = await must('locations.create', { body: { business_id, name: 'Front' } })
    const { name, company, address } = sampleBodies['accounts.update'] as Record<string, object>
    const update = (body: object) =>
      must('accounts.update', { path, body: { name, company, address, ...body } })
    const set = { location_id: id, recruited_by: 'Ann' }
    expect(await update(set)).toMatchObject(set)
    expect(await update({})).toMatchObject(set)
    const removed = { location_id: null, recruited_by: null }
    expect(await update(removed)).toMatchObject(removed)
  })

  test('null removes the description of a webhook endpoint', async () => {
    const { id } = await must('webhook_endpoints.create', {
      body: { url: 'http://127.0.0.1:9/', event_types: ['v2.terminal.released'], description: 'Ours' },
    })
    const path = `/webhook_endpoints/${id}`
    expect(await must('webhook_endpoints.update', { path, body: {} })).toMatchObject({ description: 'Ours' })
    const removed = await must('webhook_endpoints.update', { path, body: { description: null } })
    expect(removed.description).toBeNull()
  })

  test('null removes the merchant_amount of a payment made elsewhere', async () => {
    const sample = sampleBodies['external_payments.create'] as { readonly payment_intent: object }
    const intent = await must('external_payments.create', {
      body: { ...sample, payment_intent: { ...sample.payment_intent, merchant_amount: 900 } },
    })
    const path = `/external_payment_intents/${intent.id}`
    const removed = await must('external_payment_intents.update', { path, body: { merchant_amount: null } })
    expect(removed).toMatchObject({ amount: intent.amount, merchant_amount: null })
  })

  test('null removes facts of a draft application', async () => {
    const { business_id } = await must('accounts.get', { path: `/accounts/${service.accountId}` })
    const facts = { sales_code_id: '12', transaction_modes: { in_person: 100 } }
    const { id } = await must('applications.create', { body: { business_id, name: 'Second', ...facts } })
    const path = `/applications/${id}`
    const removed = { sales_code_id: null, transaction_modes: null, processing_plan_id: null }
    expect(await must('applications.update', { path, body: removed })).toMatchObject({
      name: 'Second',
      ...removed,
    })
  })
})
