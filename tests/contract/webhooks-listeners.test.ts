import { expect, test } from 'vitest'
import type { Kind, Query, Store } from '../../src-service/store/store.ts'
import { endpointHandlers } from '../../src-service/webhooks/endpoint-handlers.ts'
import { eventHandlers } from '../../src-service/webhooks/event-handlers.ts'
import { overtakenStore } from './support/overtaken-store.ts'
import { poll, webhooksOfFile } from './support/webhooks-of-file.ts'

/** Many merchants have endpoints of their own: a query for one merchant must not read the endpoints of others. */

const { service, must, listener, listenTo } = webhooksOfFile()

const tenantOf = async (accountId: string): Promise<string> =>
  (await service.services.accounts.account(accountId))?.document.tenant_id ?? ''

/** A store that records the columns by which endpoints are listed. */
function askedOfEndpoints(from: Store): { readonly store: Store; readonly asked: ReadonlySet<string> } {
  const asked = new Set<string>()
  const list = (kind: Kind, query: Query) => {
    if (kind === 'webhook_endpoint') for (const { column } of query.where ?? []) asked.add(column)
    return from.list(kind, query)
  }
  return { store: { ...from, list } as Store, asked }
}

test('at most sixteen endpoints may listen to the same events, even when two are created at the same time', async () => {
  const { privateKey: key, accountId } = await service.makeTenant()
  const more = { account_id: accountId }
  for (let made = 0; made < 15; made += 1) await listenTo(['v2.fee.created'], more, { key })
  const { services } = service
  const overtaken = overtakenStore(services.store, () => listenTo(['v2.fee.created'], more, { key }))
  const tenantId = await tenantOf(accountId)
  const caller = { keyId: 'key_1', tenantId, level: 'tenant_admin', accountId: null } as const
  const body = { url: listener.url('/one-too-many'), ...more }
  const { store, asked } = askedOfEndpoints(overtaken)
  const handlers = endpointHandlers({ ...services, store }, true)
  const late = await handlers['webhook_endpoints.create']({ caller, body } as never)
  expect(late).toMatchObject({ ok: false, error: { code: 'state_conflict' } })
  // Counted by what they listen to, since a tenant may have ten thousand others.
  expect([...asked]).toEqual(['listens_to'])
  const listed = await must('webhook_endpoints.list', { key, accountId: null, query: '?limit=50' })
  expect(listed.data).toHaveLength(16)
})

test('a webhook that is delivered again goes to all its listeners, which are found by what they listen to', async () => {
  const { privateKey: key, accountId } = await service.makeTenant()
  const own = { key, accountId: null }
  const created = ['v2.payment_intent.created']
  const of = { account_id: accountId }
  const both = [await listenTo(created, of, own), await listenTo(created, {}, own)]
  const other = await listenTo(['v2.fee.created'], of, own)
  await must('payment_intents.create', { key, accountId, body: { amount: 777 } })
  for (const { path } of both) await expect.poll(() => listener.received(path).length, poll).toBe(1)
  const newest = async () => (await must('events.list', { ...own, query: '?limit=1' })).data[0]
  const statuses = async () => (await newest())?.deliveries.map(({ status }) => status)
  await expect.poll(statuses, poll).toEqual(['delivered', 'delivered'])
  const event = await newest()
  const { store, asked } = askedOfEndpoints(service.services.store)
  const handlers = eventHandlers({ ...service.services, store }, () => {})
  const caller = {
    keyId: 'key_1',
    tenantId: await tenantOf(accountId),
    level: 'tenant_admin',
    accountId: null,
  } as const
  const again = { caller, params: { id: event?.id }, body: {} }
  expect(await handlers['events.redeliver'](again as never)).toMatchObject({ ok: true })
  expect([...asked]).toEqual(['listens_to'])
  for (const { path } of both) await expect.poll(() => listener.received(path).length, poll).toBe(2)
  expect(listener.received(other.path)).toEqual([])
})
