import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperationName, OperationReply } from '../../src-shared/api/operations.ts'
import { bodyIdsOf, keyed, levelRefusal, pathIdsOf } from './support/access-cases.ts'
import { type Ask, createAsk, expectRefusal, type Request } from './support/ask.ts'
import { makeNeighbours, type Neighbours } from './support/neighbours.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { sampleBodies } from './support/samples.ts'
import { signInAs } from './support/sign-in.ts'

/**
 * A business with accounts of two partners: a partner of one account sees the business, but nothing of the other
 * accounts. The expectation is derived from the row, as in access.test.ts.
 */
let service: RunningService
let ask: Ask
let world: Neighbours
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  world = await makeNeighbours(service, ask)
})
afterAll(() => service.stop())

/** Objects that belong to the business, not to one of its accounts or to all of them. */
const ofTheBusiness = [
  'business_id',
  'parent_id',
  'customer_id',
  'gift_card_id',
  'contractor_id',
  'contractor_application_id',
]
/** Operations on a business that affect all of its accounts. */
const aboutAll: readonly OperationName[] = ['users.create', 'contractors.set_status']
const isHidden = (name: OperationName, kind: string) =>
  aboutAll.includes(name) || !ofTheBusiness.includes(kind)

const cases = keyed.filter(
  ([name, row]) =>
    levelRefusal(row, 'partner') === null && pathIdsOf(row).some(({ kind }) => isHidden(name, kind)),
)
test.each(cases)("%s finds nothing of another partner's account in a shared business", async (name, row) => {
  const { ids } = world.shared
  const request = { key: world.sharerKey, accountId: row.account === 'required' ? 'acct_sharer' : null }
  for (const hidden of pathIdsOf(row).filter(({ kind }) => isHidden(name, kind))) {
    const path = pathIdsOf(row).reduce(
      (whole, { place, kind }) => whole.replace(place, ids[kind] ?? 'none'),
      row.path as string,
    )
    const answer = await ask(name, { ...request, path })
    expect(answer.status, JSON.stringify(answer.body)).toBe(hidden.kind === 'hsn' ? 403 : 404)
  }
})

const naming = keyed.filter(
  ([name, row]) =>
    levelRefusal(row, 'partner') === null &&
    pathIdsOf(row).length === 0 &&
    name !== 'sandbox.virtual_terminals.create' &&
    name !== 'terminals.activation_code',
)
test.each(naming)("%s accepts no id of another partner's account in a shared business", async (name, row) => {
  const { ids } = world.shared
  const request = { key: world.sharerKey, accountId: row.account === 'required' ? 'acct_sharer' : null }
  for (const field of bodyIdsOf(row, ids).filter((one) => isHidden(name, one))) {
    const answer = await ask(name, { ...request, body: { ...sampleBodies[name], [field]: ids[field] } })
    expect(answer.status, `${field}: ${JSON.stringify(answer.body)}`).not.toBe(200)
  }
})

async function must<Name extends OperationName>(name: Name, request: Request) {
  const answer = await ask(name, { accountId: null, ...request })
  expect(answer.status, `${name}: ${JSON.stringify(answer.body)}`).toBe(200)
  return answer.body as OperationReply<Name>
}

describe('a user of a shared business', () => {
  const body = { first_name: 'Eve', last_name: 'King', email: 'eve@example.com' }

  test('a user of a shared business cannot be created or signed in by any of its partners', async () => {
    const { businessId, ids } = world.shared
    const owner = await service.makeKey('partner', { partner_id: 'ptn_shared' })
    for (const key of [world.sharerKey, owner]) {
      const request = { key, accountId: null }
      const made = await ask('users.create', { ...request, body: { ...body, business_id: businessId } })
      expect(expectRefusal(made, 'resource_missing').param).toBe('business_id')
      const headers = { 'x-business-id': businessId }
      const narrowed = await ask('users.create', { ...request, headers, body })
      expect(expectRefusal(narrowed, 'resource_missing').param).toBe('x-business-id')
      const login = { ...request, path: `/v1/users/${ids.user_id}/login_url` }
      expectRefusal(await ask('users.login_url', login), 'resource_missing')
      expect((await must('users.list', { key })).data.map(({ id }) => id)).not.toContain(ids.user_id)
    }
  })

  test('a user of a shared business cannot be created with a key that is limited to a partner besides the business', async () => {
    const { businessId: business_id } = world.shared
    const both = await service.makeKey('business', { partner_id: 'ptn_sharer', business_id })
    const made = await ask('users.create', { key: both, accountId: null, body })
    expectRefusal(made, 'resource_missing')
    const whole = await service.makeKey('business', { business_id })
    await must('users.create', { key: whole, body })
  })

  test('a user of a business whose accounts all belong to one partner can be created by that partner', async () => {
    const key = world.keys.partner
    const user = { email: 'own@example.com', business_id: world.own.businessId }
    expect((await signInAs(service, ask, user, key)).id).toMatch(/^usr_/)
  })
})

test.each(['applications.create', 'locations.create'] as const)(
  '%s in a shared business is allowed for its own partner only, who then finds the result',
  async (name) => {
    const body = { business_id: world.shared.businessId, name: 'Second shop' }
    const refused = await ask(name, { key: world.sharerKey, accountId: null, body })
    expect(expectRefusal(refused, 'permission_denied').param).toBe('business_id')
    const key = await service.makeKey('business', { business_id: world.shared.businessId })
    for (const own of [service.privateKey, key]) await must(name, { key: own, body })
    const partner = await must('businesses.create', { key: world.keys.partner, body: { name: 'Own' } })
    const made = await must(name, { key: world.keys.partner, body: { ...body, business_id: partner.id } })
    const list = name === 'locations.create' ? 'locations.list' : 'applications.list'
    const { data } = await must(list, { key: world.keys.partner, query: '?limit=50' })
    expect(data.map(({ id }) => id)).toContain(made.id)
  },
)

test('the events of a shared business are listed, and readable by id, for its own partner only', async () => {
  const { businessId: business_id } = world.shared
  const application = await must('applications.create', {
    body: { business_id, owners: [{ first_name: 'Ana', last_name: 'Whole', email: 'ana@example.com' }] },
  })
  const owner = await service.makeKey('partner', { partner_id: 'ptn_shared' })
  const both = await service.makeKey('read_only', { partner_id: 'ptn_sharer', business_id })
  const shown = async (key: string, headers: Record<string, string> = {}) =>
    (await must('events.list', { key, headers, query: '?type=v2.application.created&limit=50' })).data.filter(
      ({ data }) => data.object.id === application.id,
    )
  const [event] = await shown(owner)
  for (const key of [world.sharerKey, both]) {
    const byId = await ask('events.get', { key, accountId: null, path: `/events/${event?.id}` })
    expectRefusal(byId, 'resource_missing')
    expect(await shown(key)).toEqual([])
    expect(await shown(key, { 'x-business-id': business_id })).toEqual([])
  }
  expect(await shown(owner, { 'x-business-id': business_id })).toHaveLength(1)
  expect(await shown(service.privateKey)).toHaveLength(1)
})

test('a key that reaches one account cannot manage the keys of the whole business', async () => {
  const { businessId: business_id } = world.shared
  const named = { level: 'read_only', name: 'Reports', business_id }
  const { id } = await must('api_keys.create', { body: named })
  const account = await service.makeKey('account', { account_id: 'acct_sharer' })
  for (const key of [world.sharerKey, account]) {
    const listed = await ask('api_keys.list', { key, accountId: null, query: '?limit=100' })
    expect(JSON.stringify(listed.body)).not.toContain(id)
    const revoked = await ask('api_keys.revoke', { key, accountId: null, path: `/api_keys/${id}/revoke` })
    expect(revoked.status).not.toBe(200)
  }
})

describe('the contractors of a shared business', () => {
  const ledgerOf = (key: string) =>
    must('transactions.list', { key, headers: { 'x-contractor-id': world.shared.ids.contractor_id ?? '' } })

  test("the contractors of a shared business have a ledger of which each partner sees only its accounts' part", async () => {
    const { contractor_id = '' } = world.shared.ids
    for (const [account_id, amount] of [
      [world.shared.accountId, 777],
      ['acct_sharer', 23],
    ] as const) {
      const line = {
        ...{ id: `txn_${account_id}`, entity: 'transaction', contractor_id, type: 'split', amount },
        ...{ currency: 'USD', description: null, account_id, payment_intent_id: 'pi_x', payment_id: 'pay_x' },
        ...{ refund_id: null, settlement_id: null, settlement_status: 'unsettled', settled_at: null },
        ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
      }
      const row = { id: line.id, account_id, version: 1, created_at: 1, updated_at: 1, document: line }
      const done = await service.services.store.commit({
        writes: [{ op: 'insert', kind: 'transaction', row }],
      })
      expect(done.ok).toBe(true)
    }
    const account = await service.makeKey('account', { account_id: 'acct_sharer' })
    for (const key of [world.sharerKey, account]) {
      const { data, sums } = await ledgerOf(key)
      expect(data.map(({ amount }) => amount)).toEqual([23])
      expect(sums.map(({ amount_net }) => amount_net)).toEqual([23])
    }
    const all = await ledgerOf(service.privateKey)
    expect(all.data.map(({ amount }) => amount).sort()).toEqual([23, 777])
    expect(all.sums.map(({ amount_net }) => amount_net)).toEqual([800])
  })

  test('the contractors of a shared business can only be made inactive by keys that reach all of it', async () => {
    const { ids, businessId: business_id } = world.shared
    const request = {
      path: `/contractors/${ids.contractor_id}/status`,
      body: { status: 'INACTIVE' as const },
    }
    const refused = await ask('contractors.set_status', { ...request, key: world.sharerKey, accountId: null })
    expectRefusal(refused, 'resource_missing')
    const key = await service.makeKey('business', { business_id })
    expect((await must('contractors.set_status', { ...request, key })).status).toBe('INACTIVE')
  })
})
