import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Customer } from '../../src-shared/api/schemas/customer.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { type Ask, createAsk, expectRefusal, type Request } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  await seed()
})
afterAll(() => service.stop())

const must = async <Body>(...[name, request]: Parameters<Ask>): Promise<Body> => {
  const { status, body } = await ask(name, request)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as Body
}

/** Pays with this card number, sent to the service as its hosted fields would. */
async function pay(reference_id: string, number: string, given: object): Promise<void> {
  const body = { amount: 500, reference_id, ...given }
  const intent = await must<PaymentIntent>('payment_intents.create', { body })
  const method = await must<{ id: string }>('tokens.create', {
    key: service.publicKey,
    body: {
      client_secret: intent.client_secret,
      payment_method_type: 'card',
      card: { number, exp_month: '12', exp_year: '2049' },
      billing_details: { name: 'Ada King' },
    },
  })
  const path = `/payment_intents/${intent.id}/payments`
  await ask('payments.create', { path, body: { payment_method_id: method.id } })
}

const authCodes: Record<string, string> = {}
async function seed(): Promise<void> {
  const customer = await must<Customer>('customers.create', {
    body: { name: 'Zoë Müller', email: 'zoe@example.com', phone: '+15550107788' },
  })
  await pay('a', '4242424242424242', {
    customer_id: customer.id,
    user_fields: { cashier: 'Ann Lee', counter: 'Garden' },
    description: 'Table seven, crème brûlée',
    order_details: {
      bill: { number: 'KT1042', total: 500 },
      items: [{ name: 'Latte (Large)' }, { name: 'Pie' }],
    },
  })
  await pay('b', '5555555555554444', {
    user_fields: { cashier: 'Bob Lee', counter: 'Bar' },
    description: 'Table nine',
    order_details: { bill: { number: 'KT1043', total: 500 }, items: [{ name: 'Tea' }] },
  })
  await must('payment_intents.create', { body: { amount: 900, reference_id: 'c', description: 'visa form' } })
  const { data } = await find({})
  for (const { reference_id, latest_payment } of data) {
    if (latest_payment?.auth_code) authCodes[reference_id ?? ''] = latest_payment.auth_code
  }
}

interface Page {
  readonly data: readonly PaymentIntent[]
  readonly meta: Readonly<Record<string, unknown>>
}
const find = (body: object, changes: Request = {}) => must<Page>('payment_intents.find', { body, ...changes })
/** Returns the reference ids that are found. */
const found = async (body: object): Promise<string> =>
  (await find(body)).data.map((intent) => intent.reference_id).join('')

describe('searching payments by what people know of them', () => {
  test.each([
    [{}, 'cba'],
    [{ last_four: '4242' }, 'a'],
    [{ last_four: '4241' }, ''],
    [{ brand: 'VISA' }, 'a'],
    [{ brand: 'mastercard' }, 'b'],
    [{ cashier: 'ann lee' }, 'a'],
    [{ cashier: 'lee' }, 'ba'],
    [{ terminal: 'garden' }, 'a'],
    [{ item: 'latte' }, 'a'],
    [{ item: 'table' }, ''],
    [{ note: 'Creme BRULEE' }, 'a'],
    [{ receipt_number: 'kt1043' }, 'b'],
    [{ customer: 'müll' }, 'a'],
    [{ customer: 'ZOE@example' }, 'a'],
    [{ customer: '(555) 010-7788' }, 'a'],
    [{ customer: 'nobody' }, ''],
    [{ text: 'table' }, 'ba'],
    [{ text: 'table tea' }, 'b'],
    [{ text: 'visa' }, 'ca'],
    [{ text: 'KT1042' }, 'a'],
    [{ text: '4444' }, 'b'],
    [{ reference_id: 'c' }, 'c'],
    [{ amount_min: 900, text: 'visa' }, 'c'],
    [{ status: 'captured', cashier: 'lee' }, 'ba'],
    [{ created_at_end: '2020-01-01', text: 'table' }, ''],
  ])('the search text %j finds by %j', async (body, references) => {
    expect(await found(body)).toBe(references)
  })

  test('a note that was replaced or removed is no longer found', async () => {
    const { privateKey: key, accountId } = await service.makeTenant()
    const body = { amount: 700, description: 'for Beatrix Quill' }
    const { id } = await must<PaymentIntent>('payment_intents.create', { body, key, accountId })
    const path = `/payment_intents/${id}`
    const change = (description: string | null) =>
      must('payment_intents.update', { path, body: { description }, key, accountId })
    const count = async (filters: object) => (await find(filters, { key, accountId })).data.length
    expect(await count({ text: 'beatrix' })).toBe(1)
    await change('for Carl Quill')
    expect([await count({ text: 'beatrix' }), await count({ note: 'carl quill' })]).toEqual([0, 1])
    await change(null)
    expect([await count({ text: 'carl' }), await count({ text: 'quill' })]).toEqual([0, 0])
  })

  test('an authorization code finds its payment', async () => {
    expect(Object.keys(authCodes).sort()).toEqual(['a', 'b'])
    for (const [reference, auth_code] of Object.entries(authCodes)) {
      expect(await found({ auth_code })).toContain(reference)
    }
  })

  test('payments found by their cards have no full card number in any index', async () => {
    const { rows } = await service.services.store.search('payment_intent', {
      accountIds: [service.accountId],
      where: [{ column: 'words', is: 'has', value: '424242', fields: 255 }],
      sort: { column: 'created_at', direction: 'desc' },
      offset: 0,
      limit: 10,
    })
    expect(rows).toEqual([])
  })

  test('results are paged by a cursor, and the total counts those that are left', async () => {
    const first = await find({ limit: 2 })
    expect(first.meta).toMatchObject({ has_more: true, total: 3, total_exact: true })
    const next = await find({ limit: 2, starting_after: first.meta.next_cursor })
    expect(next.data.map((intent) => intent.reference_id)).toEqual(['a'])
    expect(next.meta).toEqual({ limit: 2, has_more: false, total: 1, total_exact: true })
  })

  test.each([
    [{ last_four: '424' }, 'last_four'],
    [{ text: '—' }, 'text'],
    [{ text: '4242 4242 4242 4242' }, 'text'],
    [{ starting_after: 'pi_nobody' }, 'starting_after'],
    [{ page: 2 }, 'page'],
    [{ amount_min: 2, amount_max: 1 }, 'amount_min'],
    [{ limit: 51 }, 'limit'],
  ])('the invalid search %j is refused, and the error names the field', async (body, param) => {
    const error = expectRefusal(await ask('payment_intents.find', { body }), [
      'parameter_invalid',
      'parameter_unknown',
    ])
    expect(error.param).toBe(param)
  })

  test('payments of another tenant are neither found nor accepted as a cursor', async () => {
    const other = await service.makeTenant()
    const theirs = { key: other.privateKey, accountId: other.accountId }
    expect((await find({ text: 'table' }, theirs)).data).toEqual([])
    expect((await find({ customer: 'zoe' }, theirs)).data).toEqual([])
    const [mine] = (await find({})).data
    const answer = await ask('payment_intents.find', { body: { starting_after: mine?.id }, ...theirs })
    expect(expectRefusal(answer, 'parameter_invalid').param).toBe('starting_after')
  })
})
