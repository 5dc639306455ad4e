import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type OperationName, operationEntries } from '../../src-shared/api/operations.ts'
import { type Ask, createAsk, expectRefusal } from './support/ask.ts'
import { makeNeighbours, type Neighbours } from './support/neighbours.ts'
import { type RunningService, startService } from './support/running-service.ts'

let service: RunningService
let ask: Ask
let neighbours: Neighbours
beforeAll(async () => {
  service = await startService()
  ask = createAsk(service)
  neighbours = await makeNeighbours(service, ask)
})
afterAll(() => service.stop())

/** The operations for which section 4.2 lists no x-account-id. */
describe('x-account-id', () => {
  const cases = (owner: 'own' | 'stranger'): readonly (readonly [OperationName, string, object?])[] => {
    const { ids } = neighbours[owner]
    const method = `/payment_methods/${ids.payment_method_id}`
    return [
      ['payment_methods.get', method],
      ['payment_methods.update', method, { meta_data: { note: 'x' } }],
      ['payment_methods.disable_account_updater', `${method}/disable_account_updater`],
      ['payment_methods.attach', `${method}/attach`, { customer_id: ids.customer_id }],
      ['payment_methods.detach', `${method}/detach`],
      ['payment_intents.list_payments', `/payment_intents/${ids.payment_intent_id}/payments`],
      ['external_payment_intents.update', `/external_payment_intents/${ids.payment_intent_id}`, {}],
    ]
  }

  test('x-account-id may be omitted when the object determines the account', async () => {
    const key = neighbours.own.adminKey
    for (const [name, path, body] of cases('own')) {
      const sent = body === undefined ? {} : { body }
      const answer = await ask(name, { key, accountId: null, path, ...sent })
      const error = (answer.body as { error?: { code: string; param?: string } }).error
      // Found: the state of the object may still cause a refusal.
      expect([name, error?.code === 'state_conflict' ? 200 : answer.status]).toEqual([name, 200])
    }
  })

  test("omitting x-account-id gives no access beyond the key's reach", async () => {
    const key = neighbours.own.adminKey
    for (const [name, path, body] of cases('stranger')) {
      const sent = body === undefined ? {} : { body }
      expectRefusal(await ask(name, { key, accountId: null, path, ...sent }), 'resource_missing')
    }
  })
})

/** Sections 4.2 and 5. */
describe('x-business-id', () => {
  // An event has a data field too, but is not a list.
  const isList = (reply: z.ZodType): boolean =>
    'shape' in reply && (reply.shape as { readonly data?: unknown }).data instanceof z.ZodArray
  const lists = operationEntries.flatMap(([name, row]) => (isList(row.reply) ? [name] : []))

  test('x-business-id is accepted by every list', () => {
    expect(lists.length).toBeGreaterThan(10)
    const without = operationEntries.filter(([name, row]) => lists.includes(name) && row.business !== true)
    expect(without.map(([name]) => name)).toEqual([])
  })

  test.each(lists)('an unknown business in x-business-id is answered with 404 by %s', async (name) => {
    const error = expectRefusal(
      await ask(name, { headers: { 'x-business-id': 'bus_none' } }),
      'resource_missing',
    )
    expect(error.param).toBe('x-business-id')
  })

  test.each(lists)(
    'a business of another tenant in x-business-id is answered with 404 by %s',
    async (name) => {
      const headers = { 'x-business-id': neighbours.stranger.businessId }
      expectRefusal(await ask(name, { headers }), 'resource_missing')
    },
  )

  test('x-business-id limits the list of API keys to those of the business', async () => {
    const answer = await ask('api_keys.list', {
      accountId: null,
      query: '?limit=50',
      headers: { 'x-business-id': neighbours.own.businessId },
    })
    expect(answer.status).toBe(200)
    const { data } = answer.body as {
      data: readonly { business_id: string | null; account_id: string | null }[]
    }
    expect(data.length).toBeGreaterThan(0)
    for (const { business_id, account_id } of data) {
      expect([business_id, account_id]).toSatisfy(
        (bounds: unknown[]) => bounds[0] === 'bus_own' || bounds[1] === 'acct_own',
      )
    }
  })
})
