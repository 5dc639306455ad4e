import { describe, expect, test } from 'vitest'
import { purgeCodes } from '../../../../src-service/payment-methods/purge-codes.ts'
import { isRoutingNumber } from '../../../../src-service/payment-methods/token-rules.ts'
import type { Customer } from '../../../../src-shared/api/schemas/customer.ts'
import { type PaymentMethod, paymentMethodSchema } from '../../../../src-shared/api/schemas/payment-method.ts'
import { codeOf, mustOf, openTill, type Till } from '../intents/payments-harness.ts'

const token = async (till: Till, card: object = {}) => till.token(await till.intent(), card)
const read = async (till: Till, id: string) =>
  mustOf(await till.call('payment_methods.get', { params: { id } })) as PaymentMethod
const attach = (till: Till, id: string, customer_id: string) =>
  till.call('payment_methods.attach', { params: { id }, body: { customer_id } })
const detach = (till: Till, id: string) => till.call('payment_methods.detach', { params: { id } })
const update = (till: Till, id: string, body: object) =>
  till.call('payment_methods.update', { params: { id }, body })
const customerOf = async (till: Till, id: string) =>
  mustOf(await till.call('customers.get', { params: { id } })) as Customer
const vaulted = (till: Till, id: string) => till.services.store.get('vault_entry', till.caller.accountId, id)

describe('a payment method (section 2.4)', () => {
  test('answers every field of its resource', async () => {
    const till = await openTill()
    const method = await token(till)
    expect(Object.keys(await read(till, method.id)).sort()).toEqual(
      Object.keys(paymentMethodSchema.shape).sort(),
    )
    expect(await read(till, method.id)).toEqual(method)
    expect(codeOf(await till.call('payment_methods.get', { params: { id: 'pm_none' } }))).toBe(
      'resource_missing',
    )
  })

  test('takes new billing details, meta data and expiry, which the next payment uses', async () => {
    const till = await openTill()
    const { id: customer_id } = await till.customer()
    const { id } = await till.kept(customer_id)
    const body = {
      billing_details: { name: 'Ana Torres', postal_code: '62702' },
      meta_data: { nickname: 'blue one' },
    }
    const changed = mustOf(await update(till, id, { ...body, card: { exp_month: '01' } }))
    expect(changed).toMatchObject({
      ...body,
      card: { exp_month: '01', exp_year: '2049', last_four_digits: '1111' },
    })
    const sources: unknown[] = []
    till.processor.authorize = (request) => {
      sources.push(request.source)
      return till.sandbox.authorize(request)
    }
    const intent = await till.intent()
    expect(mustOf(await till.payBy(intent.id, { customer_id })).latest_payment?.avs).toBe('Z')
    expect(sources).toMatchObject([
      { card: { number: '4111111111111111', exp_month: '01', exp_year: '2049' } },
    ])
  })

  test('refuses an expiry that is past, and one of a bank account', async () => {
    const till = await openTill()
    const { id } = await token(till)
    expect(await update(till, id, { card: { exp_year: '2001' } })).toMatchObject({
      error: { code: 'parameter_invalid', param: 'card.exp_year' },
    })
    const intent = await till.intent({ payment_method_types: ['bank'] })
    const bank = {
      account_number: '000123456789',
      routing_number: '110000000',
      account_type: 'checking',
      account_holder: 'Ana Torres',
    }
    const method = await till.token(intent, {}, { payment_method_type: 'bank', card: undefined, bank })
    expect(await update(till, method.id, { card: { exp_year: '2040' } })).toMatchObject({
      error: { code: 'parameter_invalid', param: 'card' },
    })
    const disabled = till.call('payment_methods.disable_account_updater', { params: { id: method.id } })
    expect(codeOf(await disabled)).toBe('parameter_invalid')
  })

  test('changes nothing when it is told nothing', async () => {
    const till = await openTill()
    const method = await token(till)
    expect(mustOf(await update(till, method.id, {}))).toEqual(method)
  })

  test('has its account updater disabled, once for all', async () => {
    const till = await openTill()
    const { id } = await token(till)
    const disable = () => till.call('payment_methods.disable_account_updater', { params: { id } })
    const first = mustOf(await disable())
    expect(first).toMatchObject({ card: { account_updater_enabled: false } })
    expect(mustOf(await disable())).toEqual(first)
  })
})

describe('attach to a customer', () => {
  test('makes a method reusable, and the first one the default', async () => {
    const till = await openTill()
    const { id: customer_id } = await till.customer()
    const [first, second] = [await token(till), await token(till)]
    expect(mustOf(await attach(till, first.id, customer_id))).toMatchObject({
      customer_id,
      single_use_token: false,
      card: { reuse_eligible: true },
    })
    mustOf(await attach(till, second.id, customer_id))
    expect((await customerOf(till, customer_id)).default_payment_method).toBe(first.id)
  })

  test('ends when it is detached: the card is not reuse_eligible any more', async () => {
    const till = await openTill()
    const { id: customer_id } = await till.customer()
    const { id } = await token(till)
    mustOf(await attach(till, id, customer_id))
    const detached = mustOf(await till.call('payment_methods.detach', { params: { id } }))
    expect(detached).toMatchObject({ status: 'detached', card: { reuse_eligible: false } })
  })

  test('twice is once, to another customer is refused', async () => {
    const till = await openTill()
    const [one, other] = [await till.customer(), await till.customer()]
    const { id } = await token(till)
    const first = mustOf(await attach(till, id, one.id))
    expect(mustOf(await attach(till, id, one.id))).toEqual(first)
    expect(codeOf(await attach(till, id, other.id))).toBe('customer_immutable')
  })

  test('needs a customer who is linked to the account', async () => {
    const till = await openTill()
    const { id } = await token(till)
    const customer = await till.customer()
    await till.call('customers.detach_account', {
      params: { id: customer.id, accountId: till.caller.accountId },
    })
    for (const customerId of ['cus_none', customer.id]) {
      expect(codeOf(await attach(till, id, customerId))).toBe('customer_not_linked')
    }
    expect((await read(till, id)).customer_id).toBeNull()
  })

  test('is too late for a method that was used', async () => {
    const till = await openTill()
    const { id: customerId } = await till.customer()
    const { payment } = mustOf(await till.pay((await till.intent()).id))
    expect(codeOf(await attach(till, payment.payment_method_id ?? '', customerId))).toBe('state_conflict')
  })

  test('of two methods at the same moment gives the customer both, and one default', async () => {
    const till = await openTill()
    const { id } = await till.customer()
    const methods = [await token(till), await token(till)]
    const codes = await Promise.all(methods.map((method) => attach(till, method.id, id)))
    expect(codes.map(codeOf)).toEqual(['ok', 'ok'])
    const { default_payment_method } = await customerOf(till, id)
    expect(methods.map((method) => method.id)).toContain(default_payment_method)
  })
})

describe('detach from a customer', () => {
  test('is for good: the number leaves the vault, and the default is none', async () => {
    const till = await openTill()
    const customer = await till.customer()
    const { id } = await till.kept(customer.id)
    expect(await vaulted(till, id)).not.toBeNull()
    const detached = mustOf(await detach(till, id))
    expect(detached).toMatchObject({ customer_id: null, status: 'detached' })
    expect(mustOf(await detach(till, id))).toEqual(detached)
    expect(await vaulted(till, id)).toBeNull()
    expect((await customerOf(till, customer.id)).default_payment_method).toBeNull()
    const intent = await till.intent()
    expect(codeOf(await till.payBy(intent.id, { payment_method_id: id }))).toBe('state_conflict')
    expect(codeOf(await attach(till, id, customer.id))).toBe('state_conflict')
    expect(codeOf(await update(till, id, { meta_data: {} }))).toBe('state_conflict')
  })

  test('leaves another default alone', async () => {
    const till = await openTill()
    const customer = await till.customer()
    const first = await till.kept(customer.id)
    const second = await till.kept(customer.id)
    mustOf(await detach(till, second.id))
    expect((await customerOf(till, customer.id)).default_payment_method).toBe(first.id)
  })

  test('is refused for a method that no customer has', async () => {
    const till = await openTill()
    expect(codeOf(await detach(till, (await token(till)).id))).toBe('state_conflict')
  })
})

describe('security codes that found no payment', () => {
  test('are removed after an hour', async () => {
    const till = await openTill()
    const kept = async () => (await till.services.store.list('security_code', { limit: 9 })).length
    await token(till, { cvv: '123' })
    till.clock.advance(1_800_000)
    await token(till, { cvv: '123' })
    await purgeCodes(till.services)
    expect(await kept()).toBe(2)
    till.clock.advance(1_800_000)
    await purgeCodes(till.services)
    expect(await kept()).toBe(1)
  })
})

test.each([
  ['110000000', true],
  ['021000021', true],
  ['021000022', false],
  ['000000000', false],
  ['12100002', false],
])('routing number %s: %s', (text, good) => {
  expect(isRoutingNumber(text)).toBe(good)
})
