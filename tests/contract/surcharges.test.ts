import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSingleUseCard } from '../../src-service/intents/documents.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

/** Creates a payment method as the vault would have written it. */
async function method(changes: Partial<PaymentMethod> = {}): Promise<string> {
  const id = service.services.newId('payment_method')
  const document: PaymentMethod = {
    ...newSingleUseCard({
      id,
      account_id: service.accountId,
      payment_intent_id: null,
      source_type: 'sandbox',
      card: {
        last_four_digits: '1111',
        first_six_digits: '411111',
        brand: 'Visa',
        exp_month: '12',
        exp_year: '2030',
        reuse_eligible: false,
        funding: 'credit',
      },
      billing_details: { postal_code: '06103' },
      created_at: '2026-01-31T12:00:00.000Z',
    }),
    ...changes,
  }
  const row = { account_id: service.accountId, id, version: 1, created_at: 1, updated_at: 1, document }
  const written = await service.services.store.commit({
    writes: [{ op: 'insert', kind: 'payment_method', row }],
  })
  expect(written.ok).toBe(true)
  return id
}

const calculate = async (payment_method_id: string, changes: object = {}) =>
  ask('surcharges.calculate', { body: { payment_method_id, amount: 5000, percent: 2.5, ...changes } })

test('a surcharge quote has card_type, restricted and fee_amount', async () => {
  const answer = await calculate(await method(), { postal_code: '10001' })
  expect(answer.body).toEqual({ card_type: 'Credit', restricted: 'N', fee_amount: 125 })
})

test('a surcharge uses the billing address of the card when no postal code is sent', async () => {
  expect((await calculate(await method())).body).toMatchObject({ restricted: 'Y', fee_amount: 0 })
  // As a form sends an empty field: the card's billing address is used nevertheless.
  for (const postal_code of ['', '  ']) {
    const body = (await calculate(await method(), { postal_code })).body
    expect(body).toMatchObject({ restricted: 'Y', fee_amount: 0 })
  }
})

test('a read-only key may request a surcharge, since it changes nothing', async () => {
  const key = await service.makeKey('read_only')
  const body = { payment_method_id: await method(), amount: 1, percent: 1 }
  expect((await ask('surcharges.calculate', { key, body })).status).toBe(200)
})

test("a surcharge is refused for a payment method of another's account", async () => {
  const { privateKey: key, accountId } = await service.makeTenant()
  const body = { payment_method_id: await method(), amount: 1, percent: 1 }
  const error = expectRefusal(await ask('surcharges.calculate', { key, accountId, body }), 'resource_missing')
  expect(error.param).toBe('payment_method_id')
})

test('a surcharge is for cards only', async () => {
  const bank = {
    account_holder: 'Ana Torres',
    account_type: 'checking',
    last_four_digits: '6789',
    routing_number: '110000000',
    transit_number: null,
    institution_number: null,
  } as const
  const id = await method({ payment_method_type: 'bank', card: null, bank })
  expect(expectRefusal(await calculate(id), 'parameter_invalid').param).toBe('payment_method_id')
})

test.each([
  ['percent', 3.01],
  ['percent', -0.01],
  ['postal_code', '12345678901'],
  ['amount', 1.5],
])('a surcharge request with %s %j is refused', async (param, value) => {
  const answer = await calculate(await method(), { [param]: value })
  expect(expectRefusal(answer, 'parameter_invalid').param).toBe(param)
})
