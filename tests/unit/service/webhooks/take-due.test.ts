import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openPostgresStore } from '../../../../src-service/store/postgres/postgres-store.ts'
import { firstRow, insertOf, noAccount } from '../../../../src-service/store/row-writes.ts'
import type { OutboxEvent } from '../../../../src-service/store/store.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import type { EndpointDocument } from '../../../../src-service/webhooks/documents.ts'
import { newDelivery } from '../../../../src-service/webhooks/fan-out.ts'
import { takeDue } from '../../../../src-service/webhooks/take-due.ts'
import { makePostgresUrl } from '../../../support/postgres-store.ts'
import { openSqliteStore } from '../../../support/sqlite-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const engines = {
  SQLite: async () => openSqliteStore(join(await temporaryFolder('take-due'), 'service.db')),
  PostgreSQL: async () => openPostgresStore({ connectionString: await makePostgresUrl() }),
} as const

const endpoint = (id: string, status: EndpointDocument['status'] = 'enabled') => {
  const document: EndpointDocument = {
    ...{ tenant_id: 'ten_1', url: 'https://a.example/', description: null, event_types: ['*'], status },
    ...{ account_id: `acct_${id}`, business_id: null, partner_id: null, disabled_reason: null },
    ...{ failing_since: null, previous_secret: null, secret: {} as EndpointDocument['secret'] },
  }
  return insertOf('webhook_endpoint', firstRow(noAccount, id, document, 1))
}
const event = (number: number): OutboxEvent => ({
  ...{ id: `evt_${String(number).padStart(4, '0')}`, account_id: 'acct_1', type: 'v2.fee.created' },
  ...{ created_at: number, sequence: 1, object: {} },
})

test.each(['SQLite', 'PostgreSQL'] as const)(
  'due deliveries of a removed endpoint never hold up other endpoints, on %s',
  async (engine) => {
    const store = await engines[engine]()
    onTestFinished(() => store.close())
    const clock = createClock()
    const now = clock.verified()
    const events = Array.from({ length: 600 }, (_, number) => event(number))
    await store.commit({
      events,
      writes: [
        endpoint('we_good'),
        ...events.map((one) => insertOf('webhook_delivery', newDelivery(one, 'we_gone', now - 3_600_000))),
        ...events.slice(0, 2).map((one) => insertOf('webhook_delivery', newDelivery(one, 'we_good', now))),
      ],
    })
    const look = async () => (await takeDue({ store, clock }, () => 26)).map(({ delivery }) => delivery.id)
    expect(await look()).toEqual(['evt_0000.we_good', 'evt_0001.we_good'])
    expect(await look()).toEqual([])
    const left = { by: 'endpoint_id', of: 'due_at', upTo: now } as const
    expect(await store.valuesUpTo('webhook_delivery', left)).toEqual([])
  },
)

test.each(['SQLite', 'PostgreSQL'] as const)(
  'a long backlog of one endpoint is not read, nor are endpoints without due deliveries, on %s',
  async (engine) => {
    const store = await engines[engine]()
    onTestFinished(() => store.close())
    const clock = createClock()
    const now = clock.verified()
    const events = Array.from({ length: 700 }, (_, number) => event(number))
    const due = (endpointId: string, numbers: readonly number[], at: number) =>
      events
        .filter((_, number) => numbers.includes(number))
        .map((one) => insertOf('webhook_delivery', newDelivery(one, endpointId, at)))
    const all = events.map((_, number) => number)
    await store.commit({
      events,
      writes: [
        ...Array.from({ length: 100 }, (_, number) => endpoint(`we_idle_${number}`)),
        ...[endpoint('we_slow'), endpoint('we_good'), endpoint('we_off', 'disabled')],
        // The oldest deliveries, which were due first.
        ...due('we_slow', all, now - 3_600_000),
        ...due('we_good', [697, 698], now - 1000),
        ...due('we_good', [696], now + 3_600_000),
        ...due('we_good', [699], now - 2000),
        ...due('we_off', [690, 691], now - 10),
      ],
    })
    const list = vi.spyOn(store, 'list')
    const look = async (free: Readonly<Record<string, number>>) => {
      list.mockClear()
      const jobs = await takeDue({ store, clock }, (id) => free[id] ?? 26)
      const read = await Promise.all(list.mock.results.map(({ value }) => value as Promise<unknown[]>))
      return { taken: jobs.map(({ delivery }) => delivery.id), rows: read.flat().length }
    }

    const first = await look({ we_slow: 0, we_good: 2 })
    expect(first.taken.slice(0, 1)).toEqual(['evt_0699.we_good'])
    expect(first.taken).toHaveLength(2)
    // The rows of both endpoints, and two deliveries of each.
    expect(first.rows).toBe(6)
    const cancelled = await store.get<{ status: string }>('webhook_delivery', 'acct_1', 'evt_0690.we_off')
    expect(cancelled?.document.status).toBe('cancelled')

    const second = await look({ we_slow: 3 })
    expect(second.taken).toEqual([
      ...['evt_0000.we_slow', 'evt_0001.we_slow', 'evt_0002.we_slow'],
      expect.stringMatching(/^evt_069[78]\.we_good$/),
    ])
    expect(second.rows).toBe(6)
    expect((await look({ we_slow: 0 })).taken).toEqual([])
  },
)
