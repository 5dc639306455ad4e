import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fee } from '../../src-shared/api/schemas/fee.ts'
import { type Answer, type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
})
afterAll(() => service.stop())

const fee = ({ body }: Answer) => body as Fee
const page = ({ body }: Answer) => body as { data: Fee[]; meta: Record<string, unknown> }
const create = async (body: object = {}) =>
  fee(
    await ask('fees.create', {
      body: { fee_type: 'PARTNER_ADHOC', amount: 1000, description: 'A fee', ...body },
    }),
  )
const refundPath = (id: string) => `/fees/${id}/refunds`
const refund = (id: string, amount: number, headers: Record<string, string> = {}) =>
  ask('fees.refund', { path: refundPath(id), body: { amount, description: 'Returned' }, headers })

/** Section 4.2. */
describe('create fee', () => {
  test('a new fee has every field of section 2.8', async () => {
    const created = await create({
      fee_type: 'EQUIPMENT',
      currency: 'CAD',
      reference_id: 'r-1',
      user_fields: { counter: 4 },
    })
    expect(created).toMatchObject({
      id: expect.stringMatching(/^fee_/),
      entity: 'fee',
      fee_type: 'EQUIPMENT',
      currency: 'CAD',
      amount: 1000,
      amount_refunded: 0,
      description: 'A fee',
      reference_id: 'r-1',
      user_fields: { counter: 4 },
      from_owner_id: service.accountId,
      from_owner_type: 'account',
      source_type: 'adjustment',
      source_account_id: service.accountId,
      settlement_status: 'unsettled',
      is_refund: false,
    })
    expect(fee(await ask('fees.get', { path: `/fees/${created.id}` }))).toEqual(created)
  })

  test('a new fee is in US dollars by default, and only in a supported currency', async () => {
    expect((await create()).currency).toBe('USD')
    const body = { fee_type: 'EQUIPMENT', amount: 1, description: 'x', currency: 'EUR' }
    expect(expectRefusal(await ask('fees.create', { body }), 'parameter_invalid').param).toBe('currency')
  })

  test('a new fee has one of the types of section 2.8', async () => {
    const body = { fee_type: 'TIP', amount: 1, description: 'x' }
    expect(expectRefusal(await ask('fees.create', { body }), 'parameter_invalid').param).toBe('fee_type')
  })

  test('a new fee needs a tenant_admin key, and so does its refund', async () => {
    const { id } = await create()
    for (const level of ['account', 'read_only'] as const) {
      const key = await service.makeKey(level, { account_id: service.accountId })
      expectRefusal(await ask('fees.create', { key }), 'tenant_admin_required')
      expectRefusal(await ask('fees.refund', { key, path: refundPath(id) }), 'tenant_admin_required')
      expect((await ask('fees.list', { key })).status).toBe(200)
    }
  })
})

describe('the list of fees', () => {
  test('the list of fees is filtered by type and by source, and paged by cursor', async () => {
    const { id } = await create({ fee_type: 'LINKING_FEE' })
    const other = await create({ fee_type: 'LINKING_FEE' })
    const back = fee(await refund(id, 10))
    const linking = page(await ask('fees.list', { query: '?fee_type=LINKING_FEE&limit=2' }))
    expect(linking.data.map((one) => one.id)).toEqual([back.id, other.id])
    expect(linking.meta).toEqual({ has_more: true, limit: 2, next_cursor: other.id })
    const rest = page(await ask('fees.list', { query: `?fee_type=LINKING_FEE&starting_after=${other.id}` }))
    expect(rest.data.map((one) => one.id)).toEqual([id])
    const bySource = page(await ask('fees.list', { query: `?source_id=${id}` }))
    expect(bySource.data).toEqual([back])
  })

  test('the list of fees accepts a limit of 0, to find out whether there are any', async () => {
    await create()
    expect(page(await ask('fees.list', { query: '?limit=0' }))).toEqual({
      data: [],
      meta: { has_more: true, limit: 0 },
    })
    expectRefusal(await ask('fees.list', { query: '?limit=51' }), 'parameter_invalid')
    // A limit that was left empty is no limit of 0: whoever forgot it would take an account for one without fees.
    for (const empty of ['?limit=', '?limit=%20']) {
      const refused = expectRefusal(await ask('fees.list', { query: empty }), 'parameter_invalid')
      expect(refused.param).toBe('limit')
    }
  })

  test('the list of fees requires an account id with acct_, and fee ids with fee_', async () => {
    const wrong = expectRefusal(await ask('fees.list', { accountId: 'bus_1' }), 'parameter_invalid')
    expect(wrong.param).toBe('x-account-id')
    expect(expectRefusal(await ask('fees.get', { path: '/fees/pi_1' }), 'parameter_invalid').param).toBe('id')
  })

  test('the list of fees contains nothing of another tenant', async () => {
    const { id } = await create()
    const { privateKey: key, accountId } = await service.makeTenant()
    expect(page(await ask('fees.list', { key, accountId })).data).toEqual([])
    expectRefusal(await ask('fees.get', { key, accountId, path: `/fees/${id}` }), 'resource_missing')
    const stranger = { key, accountId: null, path: refundPath(id) }
    expectRefusal(await ask('fees.refund', stranger), 'resource_missing')
  })
})

describe('fee refunds', () => {
  test('refunds of a fee need no account, since the fee determines it', async () => {
    const { id } = await create()
    const answer = await ask('fees.refund', { path: refundPath(id), accountId: null })
    expect(fee(answer)).toMatchObject({ is_refund: true, source_id: id })
  })

  test('refunds of a fee at the same moment never exceed the fee', async () => {
    const { id } = await create({ amount: 1000 })
    const answers = await Promise.all(Array.from({ length: 12 }, () => refund(id, 300)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3)
    for (const answer of answers.filter((one) => one.status !== 200)) {
      expectRefusal(answer, ['fee_refund_limit', 'lock_timeout'])
    }
    expect(fee(await ask('fees.get', { path: `/fees/${id}` })).amount_refunded).toBe(900)
  })

  test('a fee can have at most ten refunds', async () => {
    const { id } = await create()
    for (let count = 0; count < 10; count += 1) expect((await refund(id, 1)).status).toBe(200)
    expectRefusal(await refund(id, 1), 'fee_refund_limit')
  })

  test('refunds of a fee are made once for one idempotency key', async () => {
    const { id } = await create()
    const headers = { 'x-idempotency-key': `refund-of-${id}` }
    const [first, again] = [await refund(id, 400, headers), await refund(id, 400, headers)]
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(fee(await ask('fees.get', { path: `/fees/${id}` })).amount_refunded).toBe(400)
  })

  test('a refund of a fee cannot be refunded', async () => {
    const { id } = await create()
    const back = fee(await refund(id, 400))
    expectRefusal(await refund(back.id, 1), 'state_conflict')
  })
})
