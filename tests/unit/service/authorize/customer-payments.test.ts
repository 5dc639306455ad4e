import { describe, expect, test } from 'vitest'
import type { Page } from '../../../../src-service/store/read-page.ts'
import type { Customer } from '../../../../src-shared/api/schemas/customer.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import { codeOf, mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'
import { doNotHonor, silentCard } from './cards.ts'

const detach = (harness: PaymentsHarness, id: string) =>
  harness.call('customers.detach_account', { params: { id, accountId: harness.caller.accountId } })

describe('create payment with customer_id (section 4.1)', () => {
  test("a payment with customer_id charges the customer's default method, every time", async () => {
    const harness = await openPaymentsHarness()
    const { id: customer_id } = await harness.customer()
    const method = await harness.kept(customer_id)
    for (let count = 0; count < 2; count += 1) {
      const { id } = await harness.intent()
      expect(mustOf(await harness.payBy(id, { customer_id }))).toMatchObject({
        status: 'captured',
        customer_id,
        latest_payment: {
          customer_id,
          payment_method_id: method.id,
          payment_method: { status: 'active', single_use_token: false },
        },
      })
    }
  })

  test('a payment with customer_id charges the default that was chosen', async () => {
    const harness = await openPaymentsHarness()
    const { id } = await harness.customer()
    await harness.kept(id)
    const second = await harness.kept(id, { number: '5555555555554444' })
    const body = { default_payment_method: second.id }
    expect(mustOf(await harness.call('customers.update', { params: { id }, body }))).toMatchObject(body)
    const intent = await harness.intent()
    const paid = mustOf(await harness.payBy(intent.id, { customer_id: id }))
    expect(paid.latest_payment?.payment_method?.card?.brand).toBe('Mastercard')
  })

  test('a payment with customer_id is refused without a default method, and the error names customer_id', async () => {
    const harness = await openPaymentsHarness()
    const { id: customer_id } = await harness.customer()
    const { id } = await harness.intent()
    expect(await harness.payBy(id, { customer_id })).toMatchObject({
      error: { code: 'parameter_invalid', param: 'customer_id' },
    })
  })

  test('a payment with customer_id is refused with the same error for an unknown customer and one whose link has ended', async () => {
    const harness = await openPaymentsHarness()
    const { id: customer_id } = await harness.customer()
    const method = await harness.kept(customer_id)
    await detach(harness, customer_id)
    const { id } = await harness.intent()
    for (const body of [{ customer_id: 'cus_none' }, { customer_id }]) {
      expect(codeOf(await harness.payBy(id, body))).toBe('customer_not_linked')
    }
    expect(await harness.payBy(id, { payment_method_id: method.id })).toMatchObject({
      error: { code: 'customer_not_linked', param: 'payment_method_id' },
    })
    expect((await harness.read(id)).status).toBe('created')
  })
})

describe("an intent's customer (section 2.2)", () => {
  test("an intent's customer is set by the first successful payment with a customer's method, not by a decline", async () => {
    const harness = await openPaymentsHarness()
    const [first, second] = [await harness.customer(), await harness.customer()]
    const declined = await harness.kept(first.id, doNotHonor)
    const good = await harness.kept(second.id)
    const { id } = await harness.intent()
    expect(mustOf(await harness.payBy(id, { payment_method_id: declined.id })).customer_id).toBeNull()
    expect(mustOf(await harness.payBy(id, { payment_method_id: good.id })).customer_id).toBe(second.id)
  })

  test("an intent's customer is also set by the repair job", async () => {
    const harness = await openPaymentsHarness()
    const { id: customer_id } = await harness.customer()
    await harness.kept(customer_id, silentCard)
    const { id } = await harness.intent()
    expect(mustOf(await harness.payBy(id, { customer_id })).customer_id).toBeNull()
    harness.clock.advance(30_000)
    await harness.repair()
    expect(await harness.read(id)).toMatchObject({ status: 'captured', customer_id })
  })

  test("an intent's customer is immutable: no other customer can be set or pay with their own method", async () => {
    const harness = await openPaymentsHarness()
    const [first, second] = [await harness.customer(), await harness.customer()]
    const method = await harness.kept(second.id)
    const { id } = await harness.intent({ customer_id: first.id })
    const update = (customer_id: string) =>
      harness.call('payment_intents.update', { params: { id }, body: { customer_id } })
    expect(codeOf(await update(second.id))).toBe('customer_immutable')
    expect(codeOf(await update(first.id))).toBe('ok')
    expect(codeOf(await harness.payBy(id, { payment_method_id: method.id }))).toBe('customer_immutable')
    expect(codeOf(await harness.payBy(id, { customer_id: second.id }))).toBe('customer_immutable')
  })

  test("an intent's customer must have an active link to the account, at creation and in an update", async () => {
    const harness = await openPaymentsHarness()
    const { id: customer_id } = await harness.customer()
    expect((await harness.intent({ customer_id })).customer_id).toBe(customer_id)
    await detach(harness, customer_id)
    const create = await harness.call('payment_intents.create', { body: { amount: 1, customer_id } })
    expect(codeOf(create)).toBe('customer_not_linked')
    const { id } = await harness.intent()
    const body = { customer_id }
    expect(codeOf(await harness.call('payment_intents.update', { params: { id }, body }))).toBe(
      'customer_not_linked',
    )
  })

  test("an intent that a customer's pending payment may complete cannot be given another customer", async () => {
    const harness = await openPaymentsHarness()
    const [ana, ben] = [await harness.customer(), await harness.customer()]
    const { id: payment_method_id } = await harness.kept(ana.id, silentCard)
    const intent = await harness.intent()
    expect(mustOf(await harness.payBy(intent.id, { payment_method_id })).status).toBe('processing')
    const change = (customer_id: string) =>
      harness.call('payment_intents.update', { params: { id: intent.id }, body: { customer_id } })
    expect(codeOf(await change(ben.id))).toBe('customer_immutable')
    harness.clock.advance(30_000)
    await harness.repair()
    expect((await harness.read(intent.id)).customer_id).toBe(ana.id)
  })

  test("an intent with a customer may be paid with another person's card", async () => {
    const harness = await openPaymentsHarness()
    const { id: customer_id } = await harness.customer()
    const intent = await harness.intent({ customer_id })
    const { id } = await harness.token(intent)
    expect(mustOf(await harness.payBy(intent.id, { payment_method_id: id }))).toMatchObject({
      customer_id,
      latest_payment: { customer_id },
    })
  })
})

describe('the lists of a customer (section 4.2)', () => {
  test("the lists of a customer hold the customer's payments, completed intents and stored methods", async () => {
    const harness = await openPaymentsHarness()
    const customer: Customer = await harness.customer()
    const [good, bad] = [await harness.kept(customer.id), await harness.kept(customer.id, doNotHonor)]
    const paid = await harness.intent()
    await harness.payBy(paid.id, { payment_method_id: bad.id })
    await harness.payBy(paid.id, { payment_method_id: good.id })
    await harness.intent({ customer_id: customer.id })
    const stranger = await harness.customer()
    await harness.kept(stranger.id)
    const list = async (name: 'payments' | 'payment_intents' | 'payment_methods', query: object = {}) =>
      mustOf(
        await harness.call(`customers.list_${name}`, { params: { id: customer.id }, query }),
      ) as Page<Payment>
    expect((await list('payments')).data.map(({ status }) => status)).toEqual(['captured', 'failed'])
    expect((await list('payment_intents')).data.map(({ id }) => id)).toEqual([paid.id])
    expect((await list('payment_methods')).data.map(({ id }) => id)).toEqual([bad.id, good.id])
    const first = await list('payments', { limit: 1 })
    expect(first.meta).toMatchObject({ has_more: true, next_cursor: first.data[0]?.id })
    const second = await list('payments', { limit: 1, starting_after: first.meta.next_cursor })
    expect(second.data.map(({ status }) => status)).toEqual(['failed'])
  })
})
