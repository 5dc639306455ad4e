import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AccountDocument } from '../../src-service/accounts/documents.ts'
import type { Operation } from '../../src-shared/api/operation.ts'
import { type OperationName, operations } from '../../src-shared/api/operations.ts'
import {
  type Customer,
  type CustomerAccount,
  customerAccountSchema,
  customerSchema,
} from '../../src-shared/api/schemas/customer.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { type Ask, accepted, createAsk, expectRefusal, type Request } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { names } from './support/samples.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

const pathOf = (name: OperationName, params: Readonly<Record<string, string>>): string =>
  (operations[name] as Operation).path.replace(/\{(\w+)\}/g, (_, key: string) => params[key] ?? 'none')
const on = (name: OperationName, params: Readonly<Record<string, string>>, changes: Request = {}) =>
  ask(name, { path: pathOf(name, params), ...changes })
const customer = async (body: object = {}, changes: Request = {}) =>
  accepted<Customer>(await ask('customers.create', { body, ...changes }))

/** Another account, of the same business by default. */
const account = async (changes: Partial<AccountDocument> = {}): Promise<string> => {
  const own = await service.services.accounts.account(service.accountId)
  if (own === null) throw new Error('the training account is missing')
  const id = service.services.newId('account')
  const document = { ...own.document, merchant_id: service.services.newId('merchant'), ...changes }
  const row = { account_id: '', id, version: 1, created_at: 1, updated_at: 1, document }
  await service.services.store.commit({ writes: [{ op: 'insert', kind: 'account', row }] })
  return id
}

const method = async (accountId = service.accountId) => {
  const intent = accepted<PaymentIntent>(await ask('payment_intents.create', { accountId }))
  const card = { number: '4242424242424242', exp_month: '12', exp_year: '2049' }
  const body = { client_secret: intent.client_secret, payment_method_type: 'card', card }
  return accepted<PaymentMethod>(
    await ask('tokens.create', { key: service.publicKey, accountId: null, body }),
  )
}
const attach = (id: string, customer_id: string, accountId = service.accountId) =>
  on('payment_methods.attach', { id }, { body: { customer_id }, accountId })

describe('the fields of a customer', () => {
  test('are removed by null, and fields that are not sent stay', async () => {
    const email = `forget-${Date.now()}@example.com`
    const address = { address_line1: '1 Main Street' }
    const own = await customer({
      name: 'Ana',
      email,
      phone: '+15550100',
      address,
      locale: 'es',
      description: 'vip',
    })
    const forget = { email: null, phone: null, address: null, locale: null, description: null }
    const forgotten = accepted<Customer>(await on('customers.update', { id: own.id }, { body: forget }))
    expect(forgotten).toMatchObject({ name: 'Ana', ...forget })
    const path = `/customers?${new URLSearchParams({ search: email })}`
    expect(accepted<{ data: readonly Customer[] }>(await ask('customers.list', { path })).data).toEqual([])
  })

  test('can be sent back completely as they were returned', async () => {
    const own = await customer({ name: 'Ana' })
    const { id, entity, business_id, primary_account_id, created_at, updated_at, ...fields } = own
    expect(accepted<Customer>(await on('customers.update', { id }, { body: fields }))).toMatchObject(fields)
  })

  test('no longer include a default method once it is null', async () => {
    const own = await customer()
    const kept = await method()
    accepted(await attach(kept.id, own.id))
    const body = { default_payment_method: null }
    expect(accepted<Customer>(await on('customers.update', { id: own.id }, { body }))).toMatchObject(body)
    const intent = accepted<PaymentIntent>(await ask('payment_intents.create'))
    const pay = await on('payments.create', { id: intent.id }, { body: { customer_id: own.id } })
    expect(expectRefusal(pay, 'parameter_invalid').param).toBe('customer_id')
  })
})

describe('a search of customers', () => {
  test('a customer is found by a part of the name or the e-mail address, or by digits of the number', async () => {
    const own = await customer({ name: 'Zoë Ångström', email: 'Zoe@Example.com', phone: '+1 (555) 777-0142' })
    const found = async (search: string) =>
      accepted<{ data: readonly Customer[] }>(
        await ask('customers.list', { path: `/customers?${new URLSearchParams({ search })}` }),
      ).data.map(({ id }) => id)
    for (const search of ['ångs', 'zoe@ex', '5557770142', '(555) 777', '0142']) {
      expect(await found(search), search).toContain(own.id)
    }
    expect(await found('5557770143')).toEqual([])
    await on('customers.update', { id: own.id }, { body: { name: 'Mara Lind' } })
    expect(await found('ångs')).toEqual([])
    expect(await found('mara l')).toEqual([own.id])
  })

  test('a search finds no customer of another tenant', async () => {
    await customer({ name: 'Quentin Unique' })
    const { privateKey: key, accountId } = await service.makeTenant()
    const answer = await ask('customers.list', { key, accountId, path: '/customers?search=quentin' })
    expect(accepted<{ data: unknown[] }>(answer).data).toEqual([])
  })
})

describe('a customer (section 2.9)', () => {
  test('a customer belongs to the business of the account, which becomes the billing account', async () => {
    const body = {
      name: 'Ana Torres',
      email: 'ana@example.com',
      phone: '+15550100100',
      description: 'Comes on Fridays',
      address: { address_line1: '1 Main Street', city: 'Springfield' },
      shipping_address: { postal_code: '62701' },
      tax_exempt: 'exempt',
      cau_enrolled: true,
      user_fields: { loyalty: 7 },
    }
    const created = await customer(body)
    expect(created).toMatchObject({
      ...body,
      entity: 'customer',
      primary_account_id: service.accountId,
      default_payment_method: null,
    })
    expect(created.id).toMatch(/^cus_/)
    expect(created.business_id).toMatch(/^bus_/)
    expect(Object.keys(created).sort()).toEqual(Object.keys(customerSchema.shape).sort())
    expect(accepted(await on('customers.get', { id: created.id }))).toEqual(created)
  })

  test('a customer without details has nulls and defaults', async () => {
    expect(await customer()).toMatchObject({
      name: null,
      address: null,
      tax_exempt: 'none',
      cau_enrolled: false,
    })
  })

  test('a patch changes only the named fields of a customer', async () => {
    const before = await customer({ name: 'Ana', email: 'ana@example.com' })
    const after = accepted<Customer>(
      await on('customers.update', { id: before.id }, { body: { name: 'Anna' } }),
    )
    expect(after).toEqual({ ...before, name: 'Anna', updated_at: after.updated_at })
    expect(accepted(await on('customers.update', { id: before.id }, { body: {} }))).toEqual(after)
  })

  test('a customer can have only its own method as the default', async () => {
    const [one, other] = [await customer(), await customer()]
    const { id } = await method()
    accepted(await attach(id, other.id))
    for (const wanted of [id, 'pm_none']) {
      const body = { default_payment_method: wanted }
      const error = expectRefusal(await on('customers.update', { id: one.id }, { body }), 'parameter_invalid')
      expect(error.param).toBe('default_payment_method')
    }
  })

  test('a customer is created once with one idempotency key', async () => {
    const headers = { 'x-idempotency-key': crypto.randomUUID() }
    const [first, second] = [
      await customer({ name: 'A' }, { headers }),
      await customer({ name: 'A' }, { headers }),
    ]
    expect(second.id).toBe(first.id)
  })

  test('customers are listed newest first, page by page', async () => {
    const [older, newer] = [await customer(), await customer()]
    const page = async (query: string) =>
      accepted<{ data: Customer[]; meta: { next_cursor?: string } }>(await ask('customers.list', { query }))
    const first = await page('?limit=1')
    expect(first.data.map(({ id }) => id)).toEqual([newer.id])
    const second = await page(`?limit=1&starting_after=${first.meta.next_cursor}`)
    expect(second.data.map(({ id }) => id)).toEqual([older.id])
    expect((await page(`?limit=1&ending_before=${older.id}`)).data.map(({ id }) => id)).toEqual([newer.id])
  })
})

describe('the link between a customer and an account (section 4.2)', () => {
  const link = (id: string, account_id: string) =>
    on('customers.attach_account', { id }, { body: { account_id } })
  const unlink = (id: string, accountId: string) => on('customers.detach_account', { id, accountId })

  test('the link between a customer and an account has every field of its resource, including its maker', async () => {
    const { id, business_id } = await customer()
    const other = await account()
    const made = accepted<CustomerAccount>(await link(id, other))
    expect(made).toMatchObject({
      entity: 'customer_account',
      customer_id: id,
      account_id: other,
      business_id,
      detached_at: null,
      detached_by: null,
    })
    expect(made.id).toMatch(/^ca_/)
    expect(made.attached_by).toMatch(/^key_/)
    expect(Object.keys(made).sort()).toEqual(Object.keys(customerAccountSchema.shape).sort())
  })

  test('the link between a customer and an account is created once, however often it is requested', async () => {
    const { id } = await customer()
    const other = await account()
    const links = await Promise.all(
      [1, 2, 3].map(async () => accepted<CustomerAccount>(await link(id, other))),
    )
    expect(new Set(links.map((one) => one.id)).size).toBe(1)
  })

  test('the link between a customer and an account keeps its end time, and a new one can be created', async () => {
    const { id } = await customer()
    const other = await account()
    const first = accepted<CustomerAccount>(await link(id, other))
    const ended = accepted<CustomerAccount>(await unlink(id, other))
    expect(ended).toMatchObject({ id: first.id, detached_by: first.attached_by })
    expect(ended.detached_at).not.toBeNull()
    expect(accepted(await unlink(id, other))).toEqual(ended)
    expect(accepted<CustomerAccount>(await link(id, other)).id).not.toBe(first.id)
  })

  test('the link to the billing account can be ended without a new billing account', async () => {
    const { id } = await customer()
    const other = await account()
    accepted(await link(id, other))
    accepted(await unlink(id, service.accountId))
    expect(accepted<Customer>(await on('customers.get', { id })).primary_account_id).toBeNull()
  })

  test('an account must be linked to become the billing account of a customer', async () => {
    const { id } = await customer()
    const other = await account()
    const choose = () => on('customers.change_primary_account', { id }, { body: { account_id: other } })
    expect(expectRefusal(await choose(), 'customer_not_linked').param).toBe('account_id')
    accepted(await link(id, other))
    expect(accepted<Customer>(await choose()).primary_account_id).toBe(other)
    expect(accepted<Customer>(await choose()).primary_account_id).toBe(other)
  })

  test('a customer cannot be linked to an account of another business or tenant, or out of reach', async () => {
    const { id } = await customer()
    const elsewhere = await account({ business_id: service.services.newId('business') })
    const theirs = await service.makeTenant()
    for (const accountId of [elsewhere, theirs.accountId, 'acct_none']) {
      expect(expectRefusal(await link(id, accountId), 'resource_missing').param).toBe('account_id')
      expect(expectRefusal(await unlink(id, accountId), 'resource_missing').param).toBe('accountId')
    }
    const sibling = await account()
    const key = await service.makeKey('account', { account_id: service.accountId })
    const answer = await on('customers.attach_account', { id }, { key, body: { account_id: sibling } })
    expectRefusal(answer, 'resource_missing')
    expectRefusal(await unlink(id, sibling), 'resource_missing')
  })
})

describe('a method of a customer of several accounts', () => {
  test('a method of a customer can pay in each account that the customer is linked to, and in no other', async () => {
    const { id: customerId } = await customer()
    const { id } = await method()
    accepted(await attach(id, customerId))
    const other = await account()
    const pay = async (body: object) => {
      const intent = accepted<PaymentIntent>(await ask('payment_intents.create', { accountId: other }))
      return on('payments.create', { id: intent.id }, { accountId: other, body })
    }
    expectRefusal(await pay({ payment_method_id: id }), 'resource_missing')
    expectRefusal(await pay({ customer_id: customerId }), 'customer_not_linked')
    accepted(await on('customers.attach_account', { id: customerId }, { body: { account_id: other } }))
    for (const body of [{ payment_method_id: id }, { customer_id: customerId }]) {
      expect(accepted<PaymentIntent>(await pay(body))).toMatchObject({
        status: 'captured',
        account_id: other,
      })
    }
    const paid = accepted<{ data: PaymentIntent[] }>(
      await on('customers.list_payment_intents', { id: customerId }, { accountId: null }),
    )
    expect(paid.data.map((intent) => intent.account_id)).toEqual([other, other])
    const here = accepted<{ data: PaymentIntent[] }>(
      await on('customers.list_payment_intents', { id: customerId }),
    )
    expect(here.data).toEqual([])
  })
})

describe('access to customers', () => {
  const ofOne = names.filter((name) => (operations[name] as Operation).path.startsWith('/customers/{id}'))

  test.each(ofOne)("another tenant's customer is treated as missing by %s", async (name) => {
    const { id } = await customer()
    const other = await service.makeTenant()
    const theirs = { key: other.privateKey, accountId: other.accountId }
    const body = { account_id: other.accountId }
    const sent = name.includes('account') && (operations[name] as Operation).body ? { body } : {}
    const answer = await on(name, { id, accountId: other.accountId }, { ...theirs, ...sent })
    expect(expectRefusal(answer, 'resource_missing').param).toBe('id')
  })

  test('a customer is visible to keys that reach an account of the business', async () => {
    const { id, business_id } = await customer()
    const sibling = await account()
    const elsewhere = await account({ business_id: service.services.newId('business') })
    for (const [narrow, sees] of [
      [{ business_id }, true],
      [{ account_id: sibling }, true],
      [{ account_id: elsewhere }, false],
    ] as const) {
      const level = 'account_id' in narrow ? 'account' : 'business'
      const key = await service.makeKey(level, narrow)
      const got = await on('customers.get', { id }, { key, accountId: null })
      if (sees) accepted(got)
      else expectRefusal(got, 'resource_missing')
      const list = accepted<{ data: Customer[] }>(
        await ask('customers.list', { key, accountId: null, query: '?limit=50' }),
      )
      expect(list.data.some((one) => one.id === id)).toBe(sees)
    }
  })

  test("another tenant's payment method is missing for every operation", async () => {
    const { id } = await method()
    const other = await service.makeTenant()
    const theirs = { key: other.privateKey, accountId: other.accountId }
    for (const name of names.filter((one) => one.startsWith('payment_methods.'))) {
      expectRefusal(await on(name, { id }, theirs), 'resource_missing')
    }
    const intent = accepted<PaymentIntent>(await ask('payment_intents.create', theirs))
    const answer = await on(
      'payments.create',
      { id: intent.id },
      { ...theirs, body: { payment_method_id: id } },
    )
    expect(expectRefusal(answer, 'resource_missing').param).toBe('payment_method_id')
  })
})
