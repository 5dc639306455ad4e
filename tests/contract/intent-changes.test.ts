import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperationName } from '../../src-shared/api/operations.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { putContractors } from '../support/contractors.ts'
import { type Answer, type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { createReceiptHarness } from './support/receipts.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
let harness: ReturnType<typeof createReceiptHarness>
beforeAll(async () => {
  service = await startService()
  const account = await service.services.accounts.account(service.accountId)
  const { tenant_id = '', business_id = '' } = account?.document ?? {}
  const owner = { tenantId: tenant_id, businessId: business_id }
  await putContractors(service.services.store, owner, ['ctrct_1'])
  ask = createAsk(service)
  harness = createReceiptHarness(ask)
})
afterAll(() => service.stop())

const intentOf = ({ body }: Answer) => body as PaymentIntent
const create = (body: object) => ask('payment_intents.create', { body: { amount: 1234, ...body } })
const patch = (id: string, body: object) =>
  ask('payment_intents.update', { path: `/payment_intents/${id}`, body })

/** Section 2.3. */
describe('the checks of an address', () => {
  const address = { address_line1: '1 Main Street', postal_code: '62702' }
  test.each([
    ['nothing', {}, null, null],
    ['the postal code', { postal_code: address.postal_code }, null, 'pass'],
    ['the whole address', address, 'fail', 'pass'],
  ])('the checks of an address depend on what was sent: %s', async (_, billing_details, line1, postal) => {
    const paid = await harness.pay({}, { billing_details })
    expect(paid.latest_payment).toMatchObject({
      address_line1_check: line1,
      address_postal_code_check: postal,
    })
  })
})

describe('a card that paid once', () => {
  test('a card that paid once is no longer reuse_eligible', async () => {
    const { latest_payment } = await harness.pay()
    expect(latest_payment.payment_method?.card?.reuse_eligible).toBe(false)
    const path = `/payment_methods/${latest_payment.payment_method_id}`
    const method = await ask('payment_methods.get', { path })
    expect(method.body).toMatchObject({ status: 'used', card: { reuse_eligible: false } })
  })
})

/** Section 4.2: the amount is 0 or more. */
describe('a capture of 0', () => {
  const capture = (id: string, body: object) =>
    ask('payment_intents.capture', { path: `/payment_intents/${id}/capture`, body })

  test('a capture of 0 releases the whole authorization, and the intent is cancelled', async () => {
    const payment_splits = [{ amount: 100, account_id: 'ctrct_1' }]
    const { id } = await harness.pay({ capture: false, merchant_amount: 1000, payment_splits })
    const released = intentOf(await capture(id, { amount: 0 }))
    expect(released).toMatchObject({
      status: 'cancelled',
      amount_authorized: 1234,
      amount_captured: 0,
      amount_voided: 1234,
      latest_payment: { status: 'cancelled', amount_captured: 0, amount_voided: 1234 },
    })
    expect(released.cancelled_at).not.toBeNull()
    expectRefusal(await capture(id, { amount: 0 }), 'state_conflict')
  })

  test('a capture of 0 gives nothing to the merchant or to a contractor', async () => {
    const { id } = await harness.pay({ capture: false })
    const splits = [{ amount: 1, account_id: 'ctrct_1' }]
    expect(
      expectRefusal(await capture(id, { amount: 0, merchant_amount: 1 }), 'parameter_invalid').param,
    ).toBe('merchant_amount')
    expect(
      expectRefusal(await capture(id, { amount: 0, payment_splits: splits }), 'parameter_invalid').param,
    ).toBe('payment_splits')
    expect(intentOf(await capture(id, {})).status).toBe('captured')
  })
})

/** Section 4.2, patch intent. */
describe('a captured intent', () => {
  test('a captured intent accepts a new description, reference_id and user_fields', async () => {
    const { id } = await harness.pay()
    const body = { description: 'Two coffees', reference_id: 'order-77', user_fields: { table: 4 } }
    expect(intentOf(await patch(id, body))).toMatchObject({ ...body, status: 'captured' })
    const found = await ask('payment_intents.search', { body: { reference_id: 'order-77' } })
    expect((found.body as { data: PaymentIntent[] }).data.map((intent) => intent.id)).toEqual([id])
  })

  test('a captured intent accepts a first customer, and no other afterwards', async () => {
    const { id } = await harness.pay()
    const ana = await harness.must('customers.create', { name: 'Ana' })
    const bob = await harness.must('customers.create', { name: 'Bob' })
    expect(intentOf(await patch(id, { customer_id: ana.id })).customer_id).toBe(ana.id)
    expectRefusal(await patch(id, { customer_id: bob.id }), 'customer_immutable')
  })

  test.each([
    ['amount', { amount: 1 }],
    ['tip_amount', { tip_amount: 1 }],
    ['payment_splits', { description: 'x', payment_splits: [] }],
    ['capture', { capture: false }],
    ['order_details', { order_details: {} }],
  ])('a captured intent refuses a %s other than the payer agreed to', async (param, body) => {
    const { id } = await harness.pay({ description: 'as agreed' })
    expect(expectRefusal(await patch(id, body), 'state_conflict').param).toBe(param)
    const now = intentOf(await ask('payment_intents.get', { path: `/payment_intents/${id}` }))
    expect(now.description).toBe('as agreed')
  })
})

/** Section 2.2. */
describe('the client_secret of an intent', () => {
  const idsIn = ({ body }: Answer) => (body as { data: PaymentIntent[] }).data
  test('the client_secret of an intent is shown to keys that may pay, but not to read-only keys', async () => {
    const customer = await harness.must('customers.create', { name: 'Ana' })
    const paid = await harness.pay({ customer_id: customer.id, reference_id: 'secret-1' })
    expect(paid.client_secret).toMatch(/^pi_.*_secret_/)
    const reads: readonly (readonly [OperationName, object])[] = [
      ['payment_intents.get', { path: `/payment_intents/${paid.id}` }],
      ['payment_intents.list', {}],
      ['payment_intents.search', { body: { reference_id: 'secret-1' } }],
      ['customers.list_payment_intents', { path: `/customers/${customer.id}/payment_intents` }],
    ]
    for (const level of ['account', 'read_only'] as const) {
      const key = await service.makeKey(level, { account_id: service.accountId })
      for (const [name, request] of reads) {
        const answer = await ask(name, { ...request, key })
        expect(answer.status).toBe(200)
        const seen =
          name === 'payment_intents.get' ? intentOf(answer) : idsIn(answer).find(({ id }) => id === paid.id)
        expect([name, level, seen?.client_secret]).toEqual([
          name,
          level,
          level === 'account' ? paid.client_secret : null,
        ])
      }
    }
  })
})

describe('types and rails of an intent', () => {
  test.each([
    [{ payment_method_types: ['card'], payment_rail_types: ['us_bank_ach'] }],
    [{ payment_method_types: ['card', 'bank'], payment_rail_types: ['card'] }],
    [{ payment_method_types: ['card'], payment_rail_types: ['card', 'ca_bank_eft'] }],
  ])(
    'contradictory types and rails of an intent are refused at creation and in a patch: %j',
    async (body) => {
      expect(expectRefusal(await create(body), 'parameter_invalid').param).toBe('payment_rail_types')
      const { id } = intentOf(await create({}))
      expectRefusal(await patch(id, body), 'parameter_invalid')
    },
  )

  test('types and rails of an intent that is captured later must include cards', async () => {
    const later = { capture: false, payment_method_types: ['bank', 'ca_bank'] }
    expect(expectRefusal(await create(later), 'parameter_invalid').param).toBe('capture')
    const drawn = intentOf(await create({ payment_method_types: ['bank'] }))
    expect(expectRefusal(await patch(drawn.id, { capture: false }), 'parameter_invalid').param).toBe(
      'capture',
    )
    const held = intentOf(await create({ capture: false }))
    for (const [param, list] of [
      ['payment_method_types', ['bank']],
      ['payment_rail_types', ['ca_bank_eft']],
    ] as const) {
      expect(expectRefusal(await patch(held.id, { [param]: list }), 'parameter_invalid').param).toBe(param)
    }
    const both = { capture: false, payment_method_types: ['bank', 'card'] }
    expect(intentOf(await create(both))).toMatchObject(both)
  })

  test('types and rails of an intent are derived from each other when only one of them is sent', async () => {
    expect(intentOf(await create({ payment_rail_types: ['us_bank_ach'] }))).toMatchObject({
      payment_method_types: ['bank'],
      payment_rail_types: ['us_bank_ach'],
    })
    expect(intentOf(await create({ payment_method_types: ['ca_bank'] }))).toMatchObject({
      payment_method_types: ['ca_bank'],
      payment_rail_types: ['ca_bank_eft'],
    })
  })
})

describe('the user_fields of an intent', () => {
  const fields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`field${i}`, i]))

  test('the user_fields of an intent are limited to 50 fields, and to 16 KiB as JSON', async () => {
    expect(intentOf(await create({ user_fields: fields(50) })).user_fields).toEqual(fields(50))
    expect(expectRefusal(await create({ user_fields: fields(51) }), 'parameter_invalid').param).toBe(
      'user_fields',
    )
    const text = 'é'.repeat(8180)
    expect((await create({ user_fields: { text } })).status).toBe(200)
    expectRefusal(await create({ user_fields: { text: `${text}ééééééééé` } }), 'parameter_invalid')
  })

  test.each(['__proto__', '\\u005f_proto__'])(
    'the user_fields of an intent with a field named %s are refused instead of losing it',
    async (name) => {
      const body = `{"amount": 1, "user_fields": {"a": 1, "nested": [{"${name}": {"polluted": true}}]}}`
      expect(expectRefusal(await ask('payment_intents.create', { body }), 'parameter_invalid').param).toBe(
        '__proto__',
      )
      expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
    },
  )

  test('the user_fields of an intent may have the names of inherited object properties', async () => {
    const user_fields = { constructor: 'x', toString: 'y', hasOwnProperty: 'z' }
    expect(intentOf(await create({ user_fields })).user_fields).toEqual(user_fields)
  })
})

describe('a page of large intents', () => {
  test('a page of large intents ends at a megabyte, and the next one continues from there', async () => {
    const order_details = { text: 'x'.repeat(60_000) }
    const made: string[] = []
    for (let count = 0; count < 40; count += 1) made.push(intentOf(await create({ order_details })).id)
    const seen: string[] = []
    let after = ''
    for (;;) {
      const answer = await ask('payment_intents.list', { query: `?limit=50${after}` })
      const { data, meta } = answer.body as { data: PaymentIntent[]; meta: { next_cursor?: string } }
      expect(JSON.stringify(data).length).toBeLessThan(1_200_000)
      expect(data.length).toBeGreaterThan(0)
      seen.push(...data.map(({ id }) => id))
      if (meta.next_cursor === undefined) break
      after = `&starting_after=${meta.next_cursor}`
    }
    expect(seen.slice(0, 40)).toEqual(made.reverse())
    expect(new Set(seen).size).toBe(seen.length)
    const before = await ask('payment_intents.list', { query: `?limit=50&ending_before=${made[39]}` })
    const backwards = before.body as { data: PaymentIntent[]; meta: { has_more: boolean } }
    expect(backwards.meta.has_more).toBe(true)
    expect(backwards.data.at(-1)?.id).toBe(made[38])
  })
})
