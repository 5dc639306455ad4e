import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

const hsn = 'VT-TOKENS'
let service: RunningService
let ask: ReturnType<typeof createAsk>
let headers: Record<string, string>

beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  await ask('sandbox.virtual_terminals.create', { body: { hsn } })
  const connected = await ask('terminals.connect', { body: { hsn } })
  headers = { 'x-session-key': (connected.body as { session_key: string }).session_key }
})
afterAll(() => service.stop())

const read = async (name: 'terminals.read_card' | 'terminals.read_manual', options: object = {}) => {
  const answer = await ask(name, { body: { hsn, amount: 1500, ...options }, headers })
  expect(answer.status).toBe(200)
  return answer.body as PaymentMethod
}
const intent = async (amount = 1500) =>
  ((await ask('payment_intents.create', { body: { amount } })).body as PaymentIntent).id
const pay = async (intentId: string, methodId: string) =>
  ask('payments.create', {
    path: `/payment_intents/${intentId}/payments`,
    body: { payment_method_id: methodId },
  })

/** Section 4.4: read_card and read_manual only create a token; 4.1: create payment charges it. */
describe('a card that a terminal read into a token', () => {
  test.each([
    ['terminals.read_card', 'EMVContact'],
    ['terminals.read_manual', 'keyed'],
  ] as const)(
    'a card that a terminal read into a token by %s pays one intent, once, and is still %s then',
    async (name, entry_mode) => {
      const method = await read(name)
      const id = await intent()
      const paid = await pay(id, method.id)
      expect(paid.status).toBe(200)
      expect(paid.body).toMatchObject({
        id,
        status: 'captured',
        amount_captured: 1500,
        latest_payment: {
          entry_mode,
          card_present: true,
          payment_method: { id: method.id, card: { last_four_digits: '1111' } },
        },
      })
      const again = expectRefusal(await pay(await intent(), method.id), [
        'parameter_invalid',
        'state_conflict',
      ])
      expect(again.message).toContain(method.id)
    },
  )

  test('a card that a terminal read into a token keeps its entry mode, even when a client changes its meta_data', async () => {
    const method = await read('terminals.read_manual')
    const update = (meta_data: object) =>
      ask('payment_methods.update', { path: `/payment_methods/${method.id}`, body: { meta_data } })
    const forged = expectRefusal(await update({ entry_mode: 'EMVContact' }), ['parameter_invalid'])
    expect(forged.param).toBe('meta_data.entry_mode')
    expect((await update({ table: '7' })).body).toMatchObject({
      meta_data: { table: '7', entry_mode: 'keyed', card_present: true },
    })
  })

  test('a card that a terminal read without its expiry date can pay, unless the bank insists on one', async () => {
    const method = await read('terminals.read_manual', { include_expiration_date: false })
    expect(method.card).toMatchObject({ exp_month: '', exp_year: '' })
    expect((await pay(await intent(), method.id)).body).toMatchObject({ status: 'captured' })
  })

  test('a card that a terminal read into a token and that is declined leaves the intent open', async () => {
    await ask('sandbox.virtual_terminals.update', {
      path: `/sandbox/virtual_terminals/${hsn}`,
      body: { card: '4000000000009995' },
    })
    const method = await read('terminals.read_card')
    expect((await pay(await intent(), method.id)).body).toMatchObject({
      status: 'created',
      latest_payment: { status: 'failed', decline_category: 'insufficient_funds' },
    })
  })
})
