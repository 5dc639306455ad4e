import { describe, expect, test } from 'vitest'
import { decideUpdateIntent } from '../../../../src-service/intents/decide-update-intent.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from './payments-harness.ts'

const update = (harness: PaymentsHarness, id: string, body: object) =>
  harness.call('payment_intents.update', { params: { id }, body })

describe('create payment intent (section 4.1)', () => {
  test('a new intent has status created, all running totals 0 and capture true', async () => {
    const harness = await openPaymentsHarness()
    const intent = await harness.intent({ amount: 5000 })
    expect(intent).toMatchObject({
      entity: 'payment_intent',
      status: 'created',
      amount: 5000,
      amount_authorized: 0,
      amount_captured: 0,
      amount_refunded: 0,
      amount_voided: 0,
      amount_disputed: 0,
      amount_reversed: 0,
      amount_rejected: 0,
      tip_amount: 0,
      payment_splits: [],
      capture: true,
      currency: 'USD',
      latest_payment: null,
      account_id: harness.caller.accountId,
      settlement_status: 'unsettled',
    })
    expect(intent.business_id).toMatch(/^bus_/)
  })

  test('a new intent has a client secret that holds the id and cannot be guessed', async () => {
    const harness = await openPaymentsHarness()
    const secrets = await Promise.all([1, 2, 3].map(async () => harness.intent()))
    for (const { id, client_secret } of secrets) {
      expect(client_secret).toMatch(new RegExp(`^${id}_secret_[\\w-]{24}$`))
    }
    expect(new Set(secrets.map(({ client_secret }) => client_secret?.split('_secret_')[1])).size).toBe(3)
  })

  test('a new intent keeps every field that the client sent', async () => {
    const harness = await openPaymentsHarness()
    const given = {
      amount: 5000,
      merchant_amount: 4500,
      tax_amount: 300,
      tip_amount: 200,
      surcharge_amount: 100,
      payment_splits: [{ amount: 400, account_id: 'ctrct_1', description: 'installation' }],
      order_details: { items: [{ name: 'Coffee' }] },
      capture: false,
      reference_id: 'order 7',
      user_fields: { table: 4 },
      description: 'Lunch',
      payment_method_types: ['card'],
      payment_rail_types: ['card'],
    }
    const { id } = await harness.intent(given)
    expect(await harness.read(id)).toMatchObject(given)
  })

  test.each([
    ['tip_amount', { amount: 1000, tip_amount: 1001 }],
    ['surcharge_amount', { amount: 1000, tax_amount: 400, tip_amount: 400, surcharge_amount: 201 }],
    ['merchant_amount', { amount: 1000, merchant_amount: 1001 }],
    ['payment_splits', { amount: 1000, payment_splits: [{ amount: 1001, account_id: 'ctrct_1' }] }],
    [
      'payment_splits',
      { amount: 1000, merchant_amount: 900, payment_splits: [{ amount: 901, account_id: 'ctrct_1' }] },
    ],
  ])('a new intent with inconsistent amounts is refused, and the error names %s', async (param, body) => {
    const harness = await openPaymentsHarness()
    const refused = await harness.call('payment_intents.create', { body })
    expect(refused).toMatchObject({ ok: false, error: { code: 'parameter_invalid', param } })
  })

  test('a new intent accepts parts and splits that fill the amount exactly, up to the largest amount', async () => {
    const harness = await openPaymentsHarness()
    const amount = Number.MAX_SAFE_INTEGER
    const intent = await harness.intent({
      amount,
      tip_amount: amount,
      payment_splits: [
        { amount: 1, account_id: 'ctrct_1' },
        { amount: amount - 1, account_id: 'ctrct_2' },
      ],
    })
    expect((await harness.read(intent.id)).amount).toBe(amount)
  })

  test('a new intent is refused for a customer without an active link to the account (section 7)', async () => {
    const harness = await openPaymentsHarness()
    const refused = await harness.call('payment_intents.create', {
      body: { amount: 1, customer_id: 'cus_1' },
    })
    expect(refused).toMatchObject({ ok: false, error: { code: 'customer_not_linked', param: 'customer_id' } })
  })
})

describe('patch payment intent (section 4.2)', () => {
  test('a patch of an intent changes only the fields that are sent', async () => {
    const harness = await openPaymentsHarness()
    const before = await harness.intent({ amount: 1000, description: 'Lunch' })
    const after = mustOf(await update(harness, before.id, { amount: 1200, tip_amount: 200 })) as PaymentIntent
    const { updated_at: _, ...unchanged } = before
    expect(after).toMatchObject({ ...unchanged, amount: 1200, tip_amount: 200 })
    expect(await harness.read(before.id)).toEqual(after)
  })

  test('a patch of an intent checks the amounts that result from it', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent({ amount: 1000, tip_amount: 300 })
    expect(await update(harness, id, { amount: 299 })).toMatchObject({
      ok: false,
      error: { param: 'amount' },
    })
    expect(await update(harness, id, { tax_amount: 701 })).toMatchObject({
      ok: false,
      error: { param: 'tax_amount' },
    })
    expect(codeOf(await update(harness, id, { amount: 300 }))).toBe('ok')
  })

  test('a patch of an intent that is authorized or paid changes no amount and no share', async () => {
    const harness = await openPaymentsHarness()
    for (const capture of [false, true]) {
      const { id, status } = mustOf(await harness.pay((await harness.intent({ capture })).id)).intent
      expect(status).toBe(capture ? 'captured' : 'uncaptured')
      for (const change of [{ amount: 1 }, { tip_amount: 1 }, { payment_splits: [] }]) {
        expect(codeOf(await update(harness, id, change))).toBe('state_conflict')
      }
    }
  })

  test('a patch of an intent without fields writes nothing', async () => {
    const harness = await openPaymentsHarness()
    const intent = await harness.intent()
    expect(mustOf(await update(harness, intent.id, {}))).toEqual(intent)
  })

  test.each(['captured', 'uncaptured', 'cancelled', 'processing'])(
    'a patch of an intent is refused when the intent is %s',
    async (status) => {
      const harness = await openPaymentsHarness()
      const { id } = await harness.intent({ capture: status !== 'uncaptured' })
      if (status === 'cancelled') mustOf(await harness.cancel(id))
      else mustOf(await harness.pay(id, status === 'processing' ? { number: '4000000000050015' } : {}))
      expect((await harness.read(id)).status).toBe(status)
      expect(codeOf(await update(harness, id, { amount: 1 }))).toBe('state_conflict')
    },
  )

  test('a patch of an intent sets a customer once: another one is refused, the same one is accepted (section 2.2)', async () => {
    const harness = await openPaymentsHarness()
    const document: PaymentIntent = { ...(await harness.intent()), customer_id: 'cus_first' }
    const row = {
      account_id: document.account_id,
      id: document.id,
      version: 1,
      created_at: 0,
      updated_at: 0,
      document,
    }
    const context = { now: 0, verified: 0, dated: (ms: number) => ms, newId: createIdSource(() => 0) }
    const decide = (current: string | null, wanted: string, linked: boolean) =>
      codeOf(
        decideUpdateIntent(
          {
            intent: { ...row, document: { ...document, customer_id: current } },
            customer: { linked },
          },
          { customer_id: wanted },
          context,
        ),
      )
    expect(decide('cus_first', 'cus_other', true)).toBe('customer_immutable')
    expect(decide('cus_first', 'cus_first', false)).toBe('ok')
    expect(decide(null, 'cus_first', true)).toBe('ok')
    expect(decide(null, 'cus_first', false)).toBe('customer_not_linked')
  })
})

describe("another account's intent", () => {
  test("another account's intent is reported as missing by every operation", async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.intent()
    const caller = { ...harness.caller, accountId: 'acct_other' }
    const ask = (name: Parameters<PaymentsHarness['call']>[0]) =>
      harness.call(name, { caller, params: { id }, body: {}, query: {} })
    for (const name of [
      'payment_intents.get',
      'payment_intents.update',
      'payment_intents.cancel',
      'payment_intents.capture',
      'payment_intents.list_payments',
    ] as const) {
      expect(codeOf(await ask(name)), name).toBe('resource_missing')
    }
    const { payment } = mustOf(await harness.pay(id))
    const read = { params: { id: payment.id } }
    expect(mustOf(await harness.call('payments.get', read))).toEqual(payment)
    expect(codeOf(await harness.call('payments.get', { ...read, caller }))).toBe('resource_missing')
  })
})
