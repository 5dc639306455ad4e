import { describe, expect, test, vi } from 'vitest'
import { finishValidations } from '../../../../src-service/payment-method-intents/finish-validations.ts'
import { validateMethod } from '../../../../src-service/payment-method-intents/validate-method.ts'
import type { AdjustableClock } from '../../../../src-service/time/clock.ts'
import type { Customer } from '../../../../src-shared/api/schemas/customer.ts'
import type { PaymentMethod } from '../../../../src-shared/api/schemas/payment-method.ts'
import {
  type PaymentMethodIntent,
  paymentMethodIntentSchema,
} from '../../../../src-shared/api/schemas/payment-method-intent.ts'
import { harshBank } from '../../../support/harsh-bank.ts'
import { createSteadyClock } from '../../../support/steady-clock.ts'
import { visa } from '../authorize/cards.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

const create = async (harness: PaymentsHarness, body: object = {}) =>
  mustOf(await harness.call('payment_method_intents.create', { body })) as PaymentMethodIntent
const read = async (harness: PaymentsHarness, id: string) =>
  mustOf(await harness.call('payment_method_intents.get', { params: { id } })) as PaymentMethodIntent
const update = (harness: PaymentsHarness, id: string, body: object) =>
  harness.call('payment_method_intents.update', { params: { id }, body })
const cancel = (harness: PaymentsHarness, id: string, body: object = {}) =>
  harness.call('payment_method_intents.cancel', { params: { id }, body })
const tokenize = ({ call }: PaymentsHarness, { client_secret }: PaymentMethodIntent, card: object = {}) =>
  call('tokens.create', {
    body: { client_secret, payment_method_type: 'card', card: { ...visa, ...card } },
  })

describe('a payment method intent (section 2.7)', () => {
  test('a payment method intent is created with every field of its resource and a secret', async () => {
    const harness = await openPaymentsHarness()
    const intent = await create(harness, { user_fields: { seat: '7' } })
    expect(Object.keys(intent).sort()).toEqual(Object.keys(paymentMethodIntentSchema.shape).sort())
    expect(intent).toMatchObject({
      status: 'created',
      validate: false,
      bill_to: 'merchant',
      payment_method_types: ['card'],
      payment_method: null,
      validation_attempts: [],
      user_fields: { seat: '7' },
    })
    expect(intent.client_secret).toMatch(/^pmi_.+_secret_.{20,}$/)
    expect(await read(harness, intent.id)).toEqual(intent)
  })

  test('a payment method intent succeeds with the card from the payer’s browser, and accepts no second one', async () => {
    const harness = await openPaymentsHarness()
    const intent = await create(harness, {
      payment_method_data: { payment_method_type: 'card', billing_details: { name: 'Ana Torres' } },
    })
    const method = mustOf(await tokenize(harness, intent)) as PaymentMethod
    expect(method).toMatchObject({
      status: 'active',
      payment_method_intent_id: intent.id,
      payment_intent_id: null,
      single_use_token: true,
      billing_details: { name: 'Ana Torres' },
    })
    expect(await read(harness, intent.id)).toMatchObject({ status: 'succeeded', payment_method: method })
    expect(codeOf(await tokenize(harness, intent))).toBe('state_conflict')
    const payment = await harness.intent()
    expect(mustOf(await harness.payBy(payment.id, { payment_method_id: method.id })).status).toBe('captured')
  })

  test('a payment method intent with a customer attaches the method to them, as the default if it is their first', async () => {
    const harness = await openPaymentsHarness()
    const { id: customer_id } = await harness.customer()
    const intent = await create(harness, { customer_id })
    const method = mustOf(await tokenize(harness, intent)) as PaymentMethod
    expect(method).toMatchObject({ customer_id, single_use_token: false, card: { reuse_eligible: true } })
    const customer = mustOf(await harness.call('customers.get', { params: { id: customer_id } })) as Customer
    expect(customer.default_payment_method).toBe(method.id)
    for (const _ of ['first', 'second']) {
      const payment = await harness.intent()
      expect(mustOf(await harness.payBy(payment.id, { customer_id })).status).toBe('captured')
    }
  })

  test('a payment method intent refuses a type of method that it does not accept', async () => {
    const harness = await openPaymentsHarness()
    const intent = await create(harness, { payment_method_types: ['bank'] })
    expect(codeOf(await tokenize(harness, intent))).toBe('parameter_invalid')
    const contradiction = {
      payment_method_types: ['bank'],
      payment_method_data: { payment_method_type: 'card' },
    }
    expect(codeOf(await harness.call('payment_method_intents.create', { body: contradiction }))).toBe(
      'parameter_invalid',
    )
  })

  test('a payment method intent accepts a first customer with an active link, and never another one', async () => {
    const harness = await openPaymentsHarness()
    const [ana, ben] = [await harness.customer(), await harness.customer()]
    const { id } = await create(harness)
    expect(codeOf(await update(harness, id, { customer_id: 'cus_none' }))).toBe('customer_not_linked')
    expect(mustOf(await update(harness, id, { customer_id: ana.id }))).toMatchObject({ customer_id: ana.id })
    expect(codeOf(await update(harness, id, { customer_id: ben.id }))).toBe('customer_immutable')
  })

  test('a payment method intent whose customer is no longer linked to the account collects nothing', async () => {
    const harness = await openPaymentsHarness()
    const { id: customer_id } = await harness.customer()
    const intent = await create(harness, { customer_id })
    const params = { id: customer_id, accountId: harness.caller.accountId }
    mustOf(await harness.call('customers.detach_account', { params }))
    expect(codeOf(await tokenize(harness, intent))).toBe('customer_not_linked')
    expect((await read(harness, intent.id)).status).toBe('created')
  })

  test('a cancelled payment method intent keeps its reason and collects nothing more', async () => {
    const harness = await openPaymentsHarness()
    const intent = await create(harness)
    expect(mustOf(await cancel(harness, intent.id, { cancellation_reason: 'left' }))).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'left',
    })
    expect(codeOf(await cancel(harness, intent.id))).toBe('ok')
    expect(codeOf(await tokenize(harness, intent))).toBe('state_conflict')
    expect(codeOf(await update(harness, intent.id, { payment_method_types: ['bank'] }))).toBe(
      'state_conflict',
    )
    expect(mustOf(await update(harness, intent.id, { user_fields: { why: 'left' } }))).toMatchObject({
      user_fields: { why: 'left' },
    })
  })

  test('a payment method intent that has its method cannot be cancelled', async () => {
    const harness = await openPaymentsHarness()
    const intent = await create(harness)
    mustOf(await tokenize(harness, intent))
    expect(codeOf(await cancel(harness, intent.id))).toBe('state_conflict')
  })
})

describe('the requests about a payment method intent', () => {
  test('a read-only key sees a payment method intent, but not its secret', async () => {
    const harness = await openPaymentsHarness()
    const intent = await create(harness)
    const caller = { ...harness.caller, level: 'read_only' }
    const parts = { caller, params: { id: intent.id } }
    expect(mustOf(await harness.call('payment_method_intents.get', parts))).toEqual({
      ...intent,
      client_secret: null,
    })
    const listed = mustOf(await harness.call('payment_method_intents.list', { caller })) as {
      readonly data: readonly PaymentMethodIntent[]
    }
    expect(listed.data).toEqual([{ ...intent, client_secret: null }])
  })

  test('a repeat with the same idempotency key creates no second payment method intent', async () => {
    const harness = await openPaymentsHarness()
    const idempotency = { scope: 'a creation with key 1', fingerprint: 'its body', created_at: 0 }
    const ids = new Set<string>()
    for (const _ of ['first', 'repeat']) {
      const answer = mustOf(await harness.call('payment_method_intents.create', { body: {}, idempotency }))
      ids.add((JSON.parse((answer as { readonly body: string }).body) as PaymentMethodIntent).id)
    }
    expect(ids.size).toBe(1)
    const listed = mustOf(await harness.call('payment_method_intents.list')) as { readonly data: unknown[] }
    expect(listed.data).toHaveLength(1)
  })

  test('each step of a payment method intent has an event, written in the same commit', async () => {
    const harness = await openPaymentsHarness()
    const commit = vi.spyOn(harness.services.store, 'commit')
    const intent = await create(harness, { validate: true })
    mustOf(await tokenize(harness, intent, { number: '4000000000000002' }))
    mustOf(await tokenize(harness, intent))
    const types = commit.mock.calls.flatMap(([set]) => (set.events ?? []).map(({ type }) => type))
    expect(types.filter((type) => type.startsWith('v2.payment_method_intent.'))).toEqual(
      ['created', 'processing', 'validation_failed', 'processing', 'succeeded'].map(
        (step) => `v2.payment_method_intent.${step}`,
      ),
    )
  })
})

describe('a payment method intent at a bank that stores profiles and verifies cards only', () => {
  const open = () => openPaymentsHarness(undefined, harshBank(() => ({ kind: 'none' })).openBank)

  test("a method that an intent collects for a customer pays with the customer's profile at the bank", async () => {
    const harness = await open()
    const { id: customer_id } = await harness.customer()
    const intent = await create(harness, { customer_id, validate: true })
    mustOf(await tokenize(harness, intent))
    const sources: string[] = []
    harness.processor.authorize = (request) => {
      sources.push(request.source.kind)
      return harness.sandbox.authorize(request)
    }
    const payment = await harness.intent()
    expect(mustOf(await harness.payBy(payment.id, { customer_id })).status).toBe('captured')
    expect(sources).toEqual(['profile'])
  })

  test("a validation has an order of its own, and uses the bank's token of the card", async () => {
    const harness = await open()
    const asked: [string, string][] = []
    harness.processor.verify = (request) => {
      asked.push([request.source.kind, request.order_id])
      return harness.sandbox.verify(request)
    }
    const intent = await create(harness, { validate: true })
    mustOf(await tokenize(harness, intent, { number: '4000000000000002' }))
    mustOf(await tokenize(harness, intent))
    expect(asked.map(([kind]) => kind)).toEqual(['token', 'token'])
    expect(new Set(asked.map(([, order]) => order)).size).toBe(2)
  })

  test('a validation that the bank does not support is refused when it is requested', async () => {
    const harness = await open()
    const both = { payment_method_types: ['card', 'bank'] }
    expect(
      codeOf(await harness.call('payment_method_intents.create', { body: { ...both, validate: true } })),
    ).toBe('parameter_invalid')
    const { id } = await create(harness, { validate: true })
    expect(codeOf(await update(harness, id, both))).toBe('parameter_invalid')
    await create(harness, both)
  })
})

describe('the validation of a payment method', () => {
  test("a successful validation ends in a usable method, with the bank's response", async () => {
    const harness = await openPaymentsHarness()
    const intent = await create(harness, { validate: true })
    const method = mustOf(await tokenize(harness, intent, { cvv: '123' })) as PaymentMethod
    expect(method).toMatchObject({
      status: 'active',
      validation_response: { status: 'succeeded', cvv: 'M' },
      card: { reuse_eligible: true },
    })
    const after = await read(harness, intent.id)
    expect(after).toMatchObject({ status: 'succeeded', payment_method: { id: method.id } })
    expect(after.validation_attempts).toEqual([after.latest_validation_response])
    expect(await harness.services.store.get('security_code', method.account_id, method.id)).toBeNull()
  })

  test('a refused validation keeps nothing of the card, and the intent accepts another one', async () => {
    const harness = await openPaymentsHarness()
    const intent = await create(harness, { validate: true })
    const refused = mustOf(await tokenize(harness, intent, { number: '4000000000000002' })) as PaymentMethod
    expect(refused).toMatchObject({
      status: 'failed',
      validation_response: { status: 'failed' },
      card: { reuse_eligible: false },
    })
    expect(await harness.services.store.get('vault_entry', refused.account_id, refused.id)).toBeNull()
    const between = await read(harness, intent.id)
    expect(between).toMatchObject({ status: 'created', payment_method: null })
    expect(between.validation_attempts).toHaveLength(1)
    const payment = await harness.intent()
    expect(codeOf(await harness.payBy(payment.id, { payment_method_id: refused.id }))).not.toBe('ok')
    mustOf(await tokenize(harness, intent))
    expect((await read(harness, intent.id)).validation_attempts.map(({ status }) => status)).toEqual([
      'failed',
      'succeeded',
    ])
  })

  test('a validation without an answer counts as an attempt, and may be repeated', async () => {
    const harness = await openPaymentsHarness()
    harness.processor.verify = async () => {
      throw new Error('no line')
    }
    const intent = await create(harness, { validate: true })
    expect(mustOf(await tokenize(harness, intent))).toMatchObject({
      status: 'failed',
      validation_response: { code: 'processor_unavailable' },
    })
    delete harness.processor.verify
    expect(mustOf(await tokenize(harness, intent))).toMatchObject({ status: 'active' })
  })

  test('a payment method intent limits its attempts, so that it cannot be used to test stolen cards', async () => {
    const harness = await openPaymentsHarness()
    const intent = await create(harness, { validate: true })
    const stolen = { number: '4000000000000002' }
    for (let attempt = 1; attempt <= 10; attempt += 1) mustOf(await tokenize(harness, intent, stolen))
    expect(codeOf(await tokenize(harness, intent))).toBe('state_conflict')
  })

  test('a validation that was interrupted by the end of the service is repeated after its start', async () => {
    const before = await openPaymentsHarness()
    const intent = await create(before, { validate: true })
    before.processor.verify = () => new Promise(() => {})
    void tokenize(before, intent).catch(() => undefined)
    await expect.poll(async () => (await read(before, intent.id)).status).toBe('processing')
    expect((await read(before, intent.id)).payment_method).toMatchObject({
      status: 'pending',
      card: { reuse_eligible: false },
    })
    const harness = await before.restart()
    await finishValidations(harness.services, 0, new Map())
    expect((await read(harness, intent.id)).status).toBe('succeeded')
  })

  test('an interrupted validation is repeated, even when the intent is changed often meanwhile', async () => {
    const { harness, intent } = await cutOff()
    const firstSeen = new Map<string, number>()
    for (let pass = 0; pass < 4; pass += 1) {
      harness.clock.advance(30_000)
      mustOf(await update(harness, intent.id, { user_fields: { pass: String(pass) } }))
      await finishValidations(harness.services, 70_000, firstSeen)
    }
    expect((await read(harness, intent.id)).status).toBe('succeeded')
  })

  test('a validation that was begun by a node with a clock ahead is repeated after the same time', async () => {
    const ahead = (clock: AdjustableClock) => ({ ...clock, now: () => clock.now() + 25 * 60_000 })
    const { harness, intent } = await cutOff(ahead)
    const firstSeen = new Map<string, number>()
    await finishValidations(harness.services, 70_000, firstSeen)
    expect((await read(harness, intent.id)).status).toBe('processing')
    harness.clock.advance(70_000)
    await finishValidations(harness.services, 70_000, firstSeen)
    expect((await read(harness, intent.id)).status).toBe('succeeded')
  })

  test('a validation that another node has finished meanwhile is answered with its outcome', async () => {
    const harness = await openPaymentsHarness()
    const intent = await create(harness, { validate: true })
    harness.processor.verify = async (...asked) => {
      harness.processor.verify = harness.sandbox.verify
      await finishValidations(harness.services, 0, new Map())
      return harness.sandbox.verify(...asked)
    }
    const refused = mustOf(await tokenize(harness, intent, { number: '4000000000000002' }))
    expect(refused).toMatchObject({ status: 'failed', validation_response: { status: 'failed' } })
    // Before the bank is asked, too: then nothing of the card is left to send.
    expect(mustOf(await validateMethod(harness.services, refused as PaymentMethod))).toEqual(refused)
  })

  test('a validation whose customer has left the account meanwhile attaches no method to them', async () => {
    const harness = await openPaymentsHarness()
    const customer = await harness.customer()
    const intent = await create(harness, { validate: true, customer_id: customer.id })
    harness.processor.verify = async (...asked) => {
      const params = { id: customer.id, accountId: harness.caller.accountId }
      mustOf(await harness.call('customers.detach_account', { params }))
      return harness.sandbox.verify(...asked)
    }
    expect(mustOf(await tokenize(harness, intent))).toMatchObject({
      status: 'failed',
      customer_id: null,
      validation_response: { status: 'failed', code: 'customer_not_linked' },
    })
    expect(await read(harness, intent.id)).toMatchObject({ status: 'created', payment_method: null })
  })
})

/** An intent whose validation was interrupted by the end of its service. */
async function cutOff(change: (clock: AdjustableClock) => AdjustableClock = (clock) => clock) {
  const before = await (await openPaymentsHarness()).restart(change(createSteadyClock()))
  const intent = await create(before, { validate: true })
  before.processor.verify = () => new Promise(() => {})
  void tokenize(before, intent).catch(() => undefined)
  await expect.poll(async () => (await read(before, intent.id)).status).toBe('processing')
  // A clock of its own, so that the time limit of the dead process does not expire.
  return { harness: await before.restart(createSteadyClock()), intent }
}
