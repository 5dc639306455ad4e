import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentIntentSearchPage } from '../../src-shared/api/schemas/search.ts'
import { type Answer, type Ask, createAsk, expectRefusal, type Request } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  await seed()
})
afterAll(() => service.stop())

const day = (text: string) => Date.parse(text)

/** Intents of January 2026, in the state after time and other operations. */
const past: readonly (Partial<PaymentIntent> & { readonly created_at: string })[] = [
  { reference_id: 'a', amount: 500, created_at: '2026-01-10T23:59:59.999Z' },
  { reference_id: 'b', amount: 700, created_at: '2026-01-11T00:00:00.000Z', status: 'captured' },
  {
    ...{ reference_id: 'c', amount: 600, created_at: '2026-01-11T23:59:59.999Z', status: 'captured' },
    ...{ amount_refunded: 100, settlement_status: 'settled', settled_at: '2026-01-12T03:00:00.000Z' },
  },
  { reference_id: 'd', amount: 900, created_at: '2026-01-12T00:00:00.000Z', status: 'cancelled' },
]

let seeded: readonly PaymentIntent[] = []
async function seed(): Promise<void> {
  const template = (await ask('payment_intents.create', { body: { amount: 1 } })).body as PaymentIntent
  seeded = past.map((given) => ({
    ...template,
    updated_at: given.created_at,
    ...given,
    id: service.services.newId('payment_intent'),
  }))
  for (const intent of seeded) {
    const { account_id, id } = intent
    const times = { created_at: day(intent.created_at), updated_at: day(intent.updated_at) }
    const row = { account_id, id, version: 1, ...times, document: intent }
    const outcome = await service.services.store.commit({
      writes: [{ op: 'insert', kind: 'payment_intent', row }],
    })
    expect(outcome.ok).toBe(true)
  }
}

const pageOf = ({ status, body }: Answer): PaymentIntentSearchPage => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body as PaymentIntentSearchPage
}
const search = async (body: object, changes: Request = {}) =>
  pageOf(await ask('payment_intents.search', { body, ...changes }))
const january = { created_at_start: '2026-01-01', created_at_end: '2026-01-31' }
/** Returns the reference ids that are found among the intents of January. */
const found = async (body: object): Promise<string> =>
  (await search({ ...january, ...body })).data.map((intent) => intent.reference_id).join('')

describe('a search (section 4.2)', () => {
  test('a search without any filter finds everything, newest first, ten a page', async () => {
    const page = await search({})
    expect(page.meta).toEqual({ page: 1, limit: 10, total: 5, total_exact: true, has_more: false })
    expect(page.data).toHaveLength(5)
    expect(await found({})).toBe('dcba')
  })

  test.each([
    [{ reference_id: 'b' }, 'b'],
    [{ reference_id: 'B' }, ''],
    [{ status: 'captured' }, 'cb'],
    [{ status: 'failed' }, ''],
    [{ settlement_status: 'settled' }, 'c'],
    [{ settlement_status: 'unsettled' }, 'dba'],
    [{ has_refund: true }, 'c'],
    [{ has_refund: false }, 'dba'],
    [{ amount_min: 600 }, 'dcb'],
    [{ amount_max: 600 }, 'ca'],
    [{ amount_min: 600, amount_max: 600 }, 'c'],
    [{ amount_min: 0, amount_max: 700, status: 'captured', has_refund: false }, 'b'],
    [{ settled_at_start: '2026-01-12T03:00:00Z', settled_at_end: '2026-01-12T03:00:00Z' }, 'c'],
    [{ settled_at_end: '2026-01-11' }, ''],
    [{ updated_at_end: '2026-01-11' }, 'cba'],
  ])('a search by %j finds %j', async (body, references) => {
    expect(await found(body)).toBe(references)
  })

  test('a search by payment_status checks the latest payment', async () => {
    expect(await found({ payment_status: 'captured' })).toBe('')
  })

  test.each([
    ['a date without a time covers the whole UTC day', '2026-01-11', '2026-01-11', 'cb'],
    ['a start date alone', '2026-01-12', undefined, 'd'],
    ['an end date alone', undefined, '2026-01-10', 'a'],
    ['a time without an offset is UTC', '2026-01-11T00:00:00', '2026-01-12T00:00:00', 'dcb'],
    ['seconds may be omitted', '2026-01-11T00:00', '2026-01-11T00:00', 'b'],
    ['seconds may be omitted before an offset', '2026-01-11T00:00Z', '2026-01-11T02:00+02:00', 'b'],
    ['an offset is applied', '2026-01-11T02:00:00+02:00', '2026-01-10T19:00:00-05:00', 'b'],
    ['times are exact to the millisecond', '2026-01-10T23:59:59.999Z', '2026-01-10T23:59:59.999Z', 'a'],
  ])('a search by time: %s', async (_, from, to, references) => {
    for (const [start, end] of [
      ['created_at_start', 'created_at_end'],
      ['start_date', 'end_date'],
    ] as const) {
      const body = { ...(from && { [start]: from }), ...(to && { [end]: to }) }
      const { data } = await search({ created_at_end: '2026-01-31', ...body })
      expect(data.map((intent) => intent.reference_id).join('')).toBe(references)
    }
  })

  test.each([
    [{ sort_column: 'amount' }, 'dbca'],
    [{ sort_column: 'amount', sort_direction: 'asc' }, 'acbd'],
    [{ sort_column: 'created_at', sort_direction: 'asc' }, 'abcd'],
    [{ sort_column: 'updated_at' }, 'dcba'],
  ])('a search sorts by %j', async (body, references) => {
    expect(await found(body)).toBe(references)
  })

  test('a search is paged by number, and returns the total', async () => {
    const page = await search({ ...january, limit: 3, page: 2 })
    expect(page.data.map((intent) => intent.reference_id)).toEqual(['a'])
    expect(page.meta).toEqual({ page: 2, limit: 3, total: 4, total_exact: true, has_more: false })
    const beyond = await search({ ...january, page: 1000 })
    expect(beyond).toEqual({
      data: [],
      meta: { page: 1000, limit: 10, total: 4, total_exact: true, has_more: false },
    })
  })

  test.each([
    ['updated_at', 'desc', { description: 'changed' }],
    ['updated_at', 'asc', { description: 'changed' }],
    ['amount', 'desc', { amount: 990_000 }],
    ['amount', 'asc', { amount: 1 }],
  ] as const)(
    'a search sorted by %s, %s, goes on where its page ended, even if the last entry has changed since',
    async (sort_column, sort_direction, change) => {
      const { privateKey: key, accountId } = await service.makeTenant()
      const own = { key, accountId }
      for (let nth = 1; nth <= 6; nth += 1) {
        const body = { amount: nth * 1_000, reference_id: String(nth) }
        expect((await ask('payment_intents.create', { ...own, body })).status).toBe(200)
      }
      const terms = { sort_column, sort_direction, limit: 2 }
      const names = ({ data }: PaymentIntentSearchPage) => data.map((one) => one.reference_id)
      const first = await search(terms, own)
      const [seen, last] = names(first)
      const path = `/payment_intents/${first.data[1]?.id}`
      expect((await ask('payment_intents.update', { ...own, path, body: change })).status).toBe(200)
      const second = await search({ ...terms, starting_after: first.meta.next_cursor }, own)
      const third = await search({ ...terms, starting_after: second.meta.next_cursor }, own)
      const rest = [...names(second), ...names(third)]
      expect(rest).toHaveLength(4)
      expect(rest).not.toContain(seen)
      expect(rest).not.toContain(last)
    },
  )

  test.each(['@', '@x@y', '@-1', '@zzzzzzzzzzzzz', '@1.5'])(
    'the cursor of a search with the ending %s is refused',
    async (end) => {
      const [{ id } = { id: '' }] = (await search({})).data
      const body = { sort_column: 'updated_at', starting_after: `${id}${end}` }
      expect(expectRefusal(await ask('payment_intents.search', { body }), 'parameter_invalid').param).toBe(
        'starting_after',
      )
    },
  )

  test('a search finds what was just written', async () => {
    for (let index = 0; index < 20; index += 1) {
      const reference_id = `written ${index}`
      const { body } = await ask('payment_intents.create', { body: { amount: 5, reference_id } })
      expect((await search({ reference_id })).data).toEqual([body])
      const path = `/payment_intents/${(body as PaymentIntent).id}`
      await ask('payment_intents.update', { path, body: { amount: 6 } })
      expect((await search({ reference_id, amount_min: 6 })).meta.total).toBe(1)
    }
  })

  test.each([
    [{ amount_min: 2, amount_max: 1 }, 'amount_min'],
    [{ created_at_start: '2026-01-02', created_at_end: '2026-01-01' }, 'created_at_start'],
    [{ settled_at_start: '2026-01-02', settled_at_end: '2026-01-01T23:00:00Z' }, 'settled_at_start'],
    [{ sort_column: 'client_secret' }, 'sort_column'],
    [{ sort_direction: 'up' }, 'sort_direction'],
    [{ created_at_start: 'yesterday' }, 'created_at_start'],
    [{ updated_at_end: '2026-02-30' }, 'updated_at_end'],
    [{ end_date: '2026-01-01 12:00' }, 'end_date'],
    [{ limit: 51 }, 'limit'],
    [{ limit: 0 }, 'limit'],
    [{ page: 0 }, 'page'],
    [{ status: 'paid' }, 'status'],
    [{ payment_status: 'created' }, 'payment_status'],
  ])('a search refuses %j, and the error names the field', async (body, param) => {
    const error = expectRefusal(await ask('payment_intents.search', { body }), 'parameter_invalid')
    expect(error.param).toBe(param)
  })
})

describe('the accounts that a search covers', () => {
  test('a search finds the intents of the named account, of a business, or of every account in reach', async () => {
    const { business_id } = seeded[0] ?? {}
    const all = await search({ ...january }, { accountId: null })
    expect(all.meta.total).toBe(4)
    const headers = { 'x-business-id': business_id ?? '' }
    expect((await search(january, { accountId: null, headers })).meta.total).toBe(4)
    expect((await search(january, { headers })).meta.total).toBe(4)
    const list = await ask('payment_intents.list', { accountId: null, headers })
    expect((list.body as { data: unknown[] }).data).toHaveLength(10)
  })

  test.each(['payment_intents.search', 'payment_intents.list'] as const)(
    'a business out of reach is treated as missing by %s',
    async (name) => {
      const [own] = seeded
      const narrow = await service.makeKey('business', { business_id: 'bus_other' })
      for (const [key, business] of [
        [service.privateKey, 'bus_nobody'],
        [narrow, own?.business_id ?? ''],
      ] as const) {
        const headers = { 'x-business-id': business }
        const error = expectRefusal(await ask(name, { key, accountId: null, headers }), 'resource_missing')
        expect(error.param).toBe('x-business-id')
      }
      const wrong = await ask(name, { headers: { 'x-business-id': 'acct_1' } })
      expect(expectRefusal(wrong, 'parameter_invalid').param).toBe('x-business-id')
    },
  )

  test("another tenant's intents are never found", async () => {
    const other = await service.makeTenant()
    const theirs = { key: other.privateKey, accountId: other.accountId }
    await ask('payment_intents.create', { ...theirs, body: { amount: 5, reference_id: 'theirs' } })
    expect((await search({ reference_id: 'theirs' }, theirs)).meta.total).toBe(1)
    expect((await search({ reference_id: 'theirs' }, { accountId: null })).meta.total).toBe(0)
    expect((await search({}, { key: other.privateKey, accountId: null })).meta.total).toBe(1)
  })

  test('a read-only key may search', async () => {
    const key = await service.makeKey('read_only', { account_id: service.accountId })
    expect((await search(january, { key, accountId: null })).meta.total).toBe(4)
  })
})
