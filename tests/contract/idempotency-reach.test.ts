import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAsk } from './support/ask.ts'
import { makeNeighbours, type Neighbours } from './support/neighbours.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let neighbours: Neighbours
beforeAll(async () => {
  service = await startService()
  neighbours = await makeNeighbours(service, createAsk(service))
})
afterAll(() => service.stop())

const headers = { 'x-idempotency-key': 'one-key-for-two-businesses' }

/** Requests without x-account-id, which concern everything in a key's reach. */
describe("a saved answer of one business's key", () => {
  test("a saved answer is not replayed to another business's key of the same tenant", async () => {
    const ask = createAsk(service)
    const keyOf = (businessId: string) => service.makeKey('business', { business_id: businessId })
    const own = await keyOf(neighbours.own.businessId)
    const sister = await keyOf(neighbours.sibling.businessId)
    const make = (key: string) =>
      ask('api_keys.create', { key, accountId: null, headers, body: { level: 'business', name: 'Till' } })
    const first = await make(own)
    const second = await make(sister)
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.headers.get('idempotency-replayed')).toBeNull()
    expect(first.body).toMatchObject({ business_id: neighbours.own.businessId })
    expect(second.body).toMatchObject({ business_id: neighbours.sibling.businessId })
  })

  test('a saved answer is not replayed to a key of a lower level', async () => {
    const ask = createAsk(service)
    const body = { level: 'business', name: 'Till', business_id: neighbours.own.businessId }
    const again = { 'x-idempotency-key': 'one-key-for-two-levels' }
    const first = await ask('api_keys.create', { accountId: null, headers: again, body })
    const partner = await service.makeKey('partner', { partner_id: 'ptn_own' })
    const second = await ask('api_keys.create', { key: partner, accountId: null, headers: again, body })
    expect(first.status).toBe(200)
    expect(second.headers.get('idempotency-replayed')).toBeNull()
  })

  test('a saved answer is replayed to another key of the same account, so that a replaced key does not pay twice', async () => {
    const ask = createAsk(service)
    const again = { 'x-idempotency-key': 'a-key-that-is-replaced' }
    const other = await service.makeKey('tenant_admin')
    const first = await ask('payment_intents.create', { headers: again })
    const second = await ask('payment_intents.create', { key: other, headers: again })
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.body).toEqual(first.body)
  })
})
