import { describe, expect, test } from 'vitest'
import { purgeCodes } from '../../../../src-service/payment-methods/purge-codes.ts'
import type { Customer } from '../../../../src-shared/api/schemas/customer.ts'
import { type PaymentMethod, paymentMethodSchema } from '../../../../src-shared/api/schemas/payment-method.ts'
import { isRoutingNumber } from '../../../../src-shared/payments/routing-number.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

const token = async (harness: PaymentsHarness, card: object = {}) =>
  harness.token(await harness.intent(), card)
const read = async (harness: PaymentsHarness, id: string) =>
  mustOf(await harness.call('payment_methods.get', { params: { id } })) as PaymentMethod
const attach = (harness: PaymentsHarness, id: string, customer_id: string) =>
  harness.call('payment_methods.attach', { params: { id }, body: { customer_id } })
const detach = (harness: PaymentsHarness, id: string) =>
  harness.call('payment_methods.detach', { params: { id } })
const update = (harness: PaymentsHarness, id: string, body: object) =>
  harness.call('payment_methods.update', { params: { id }, body })
const customerOf = async (harness: PaymentsHarness, id: string) =>
  mustOf(await harness.call('customers.get', { params: { id } })) as Customer
const vaulted = (harness: PaymentsHarness, id: string) =>
  harness.services.store.get('vault_entry', harness.caller.accountId, id)

describe('a payment method (section 2.4)', () => {
  test('a payment method has every field of its resource', async () => {
    const harness = await openPaymentsHarness()
    const method = await token(harness)
    expect(Object.keys(await read(harness, method.id)).sort()).toEqual(
      Object.keys(paymentMethodSchema.shape).sort(),
    )
    expect(await read(harness, method.id)).toEqual(method)
    expect(codeOf(await harness.call('payment_methods.get', { params: { id: 'pm_none' } }))).toBe(
      'resource_missing',
    )
  })

  test('a payment method accepts new billing details, meta data and expiry, which the next payment uses', async () => {
    const harness = await openPaymentsHarness()
    const { id: customer_id } = await harness.customer()
    const { id } = await harness.kept(customer_id)
    const body = {
      billing_details: { name: 'Ana Torres', postal_code: '62702' },
      meta_data: { nickname: 'blue one' },
    }
    const changed = mustOf(await update(harness, id, { ...body, card: { exp_month: '01' } }))
    expect(changed).toMatchObject({
      ...body,
      card: { exp_month: '01', exp_year: '2049', last_four_digits: '1111' },
    })
    const sources: unknown[] = []
    harness.processor.authorize = (request) => {
      sources.push(request.source)
      return harness.sandbox.authorize(request)
    }
    const intent = await harness.intent()
    expect(mustOf(await harness.payBy(intent.id, { customer_id })).latest_payment?.avs).toBe('Z')
    expect(sources).toMatchObject([
      { kind: 'token', check: { exp_month: '01', exp_year: '2049', postal_code: '62702' } },
    ])
  })

  test('a payment method refuses a past expiry, and an expiry for a bank account', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await token(harness)
    expect(await update(harness, id, { card: { exp_year: '2001' } })).toMatchObject({
      error: { code: 'parameter_invalid', param: 'card.exp_year' },
    })
    const intent = await harness.intent({ payment_method_types: ['bank'] })
    const bank = {
      account_number: '000123456789',
      routing_number: '110000000',
      account_type: 'checking',
      account_holder: 'Ana Torres',
    }
    const method = await harness.token(intent, {}, { payment_method_type: 'bank', card: undefined, bank })
    expect(await update(harness, method.id, { card: { exp_year: '2040' } })).toMatchObject({
      error: { code: 'parameter_invalid', param: 'card' },
    })
    const disabled = harness.call('payment_methods.disable_account_updater', { params: { id: method.id } })
    expect(codeOf(await disabled)).toBe('parameter_invalid')
  })

  test('a payment method is not changed by an empty patch', async () => {
    const harness = await openPaymentsHarness()
    const method = await token(harness)
    expect(mustOf(await update(harness, method.id, {}))).toEqual(method)
  })

  test('the account updater can be disabled for a payment method, permanently', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await token(harness)
    const disable = () => harness.call('payment_methods.disable_account_updater', { params: { id } })
    const first = mustOf(await disable())
    expect(first).toMatchObject({ card: { account_updater_enabled: false } })
    expect(mustOf(await disable())).toEqual(first)
  })
})

describe('attach to a customer', () => {
  test('an attached method is reusable, and the first one becomes the default', async () => {
    const harness = await openPaymentsHarness()
    const { id: customer_id } = await harness.customer()
    const [first, second] = [await token(harness), await token(harness)]
    expect(mustOf(await attach(harness, first.id, customer_id))).toMatchObject({
      customer_id,
      single_use_token: false,
      card: { reuse_eligible: true },
    })
    mustOf(await attach(harness, second.id, customer_id))
    expect((await customerOf(harness, customer_id)).default_payment_method).toBe(first.id)
  })

  test('a detached method is no longer reuse_eligible', async () => {
    const harness = await openPaymentsHarness()
    const { id: customer_id } = await harness.customer()
    const { id } = await token(harness)
    mustOf(await attach(harness, id, customer_id))
    const detached = mustOf(await harness.call('payment_methods.detach', { params: { id } }))
    expect(detached).toMatchObject({ status: 'detached', card: { reuse_eligible: false } })
  })

  test('attaching a method twice has no further effect, and attaching it to another customer is refused', async () => {
    const harness = await openPaymentsHarness()
    const [one, other] = [await harness.customer(), await harness.customer()]
    const { id } = await token(harness)
    const first = mustOf(await attach(harness, id, one.id))
    expect(mustOf(await attach(harness, id, one.id))).toEqual(first)
    expect(codeOf(await attach(harness, id, other.id))).toBe('customer_immutable')
  })

  test('a method can be attached only to a customer who is linked to the account', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await token(harness)
    const customer = await harness.customer()
    await harness.call('customers.detach_account', {
      params: { id: customer.id, accountId: harness.caller.accountId },
    })
    for (const customerId of ['cus_none', customer.id]) {
      expect(codeOf(await attach(harness, id, customerId))).toBe('customer_not_linked')
    }
    expect((await read(harness, id)).customer_id).toBeNull()
  })

  test('a used method cannot be attached', async () => {
    const harness = await openPaymentsHarness()
    const { id: customerId } = await harness.customer()
    const { payment } = mustOf(await harness.pay((await harness.intent()).id))
    expect(codeOf(await attach(harness, payment.payment_method_id ?? '', customerId))).toBe('state_conflict')
  })

  test('two methods that are attached at the same moment both stay, and one is the default', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.customer()
    const methods = [await token(harness), await token(harness)]
    const codes = await Promise.all(methods.map((method) => attach(harness, method.id, id)))
    expect(codes.map(codeOf)).toEqual(['ok', 'ok'])
    const { default_payment_method } = await customerOf(harness, id)
    expect(methods.map((method) => method.id)).toContain(default_payment_method)
  })
})

describe('detach from a customer', () => {
  test('a detached method is gone permanently: the number is removed from the vault, and there is no default', async () => {
    const harness = await openPaymentsHarness()
    const customer = await harness.customer()
    const { id } = await harness.kept(customer.id)
    expect(await vaulted(harness, id)).not.toBeNull()
    const detached = mustOf(await detach(harness, id))
    expect(detached).toMatchObject({ customer_id: null, status: 'detached' })
    expect(mustOf(await detach(harness, id))).toEqual(detached)
    expect(await vaulted(harness, id)).toBeNull()
    expect((await customerOf(harness, customer.id)).default_payment_method).toBeNull()
    const intent = await harness.intent()
    expect(codeOf(await harness.payBy(intent.id, { payment_method_id: id }))).toBe('state_conflict')
    expect(codeOf(await attach(harness, id, customer.id))).toBe('state_conflict')
    expect(codeOf(await update(harness, id, { meta_data: {} }))).toBe('state_conflict')
  })

  test('detaching a method does not change another default method', async () => {
    const harness = await openPaymentsHarness()
    const customer = await harness.customer()
    const first = await harness.kept(customer.id)
    const second = await harness.kept(customer.id)
    mustOf(await detach(harness, second.id))
    expect((await customerOf(harness, customer.id)).default_payment_method).toBe(first.id)
  })

  test('a method without a customer cannot be detached', async () => {
    const harness = await openPaymentsHarness()
    expect(codeOf(await detach(harness, (await token(harness)).id))).toBe('state_conflict')
  })
})

describe('security codes that were not used for a payment', () => {
  test('security codes that were not used for a payment are removed after an hour', async () => {
    const harness = await openPaymentsHarness()
    const kept = async () => (await harness.services.store.list('security_code', { limit: 9 })).length
    await token(harness, { cvv: '123' })
    harness.clock.advance(1_800_000)
    await token(harness, { cvv: '123' })
    await purgeCodes(harness.services)
    expect(await kept()).toBe(2)
    harness.clock.advance(1_800_000)
    await purgeCodes(harness.services)
    expect(await kept()).toBe(1)
  })

  test('security codes are not kept longer because the clock is set back', async () => {
    const harness = await openPaymentsHarness()
    const kept = async () => (await harness.services.store.list('security_code', { limit: 9 })).length
    await token(harness, { cvv: '123' })
    const setBack = (ms: number) => {
      const clock = { ...harness.services.clock, now: () => harness.clock.now() - ms }
      return { ...harness.services, clock }
    }
    // By less than its life it is kept: another node's clock may be behind.
    await purgeCodes(setBack(1_800_000))
    expect(await kept()).toBe(1)
    await purgeCodes(setBack(2 * 3_600_000))
    expect(await kept()).toBe(0)
  })
})

test.each([
  ['110000000', true],
  ['021000021', true],
  ['021000022', false],
  ['000000000', false],
  ['12100002', false],
])('the routing number %s is valid: %s', (text, good) => {
  expect(isRoutingNumber(text)).toBe(good)
})
