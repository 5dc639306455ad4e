import type { Services } from '../services.ts'
import { firstRow, insertOf } from '../store/row-writes.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Condition, OutboxEvent } from '../store/store.ts'
import { asksFor, audienceIds, reachesEvent, reachOfEndpoint } from './audience.ts'
import { claimMs, type Job } from './deliver.ts'
import {
  type DeliveryDocument,
  type DeliveryRow,
  deliveryId,
  type EndpointDocument,
  type EndpointRow,
} from './documents.ts'
import type { QueuedEndpoint } from './endpoint-queues.ts'

type FanOutServices = Pick<Services, 'store' | 'clock' | 'accounts'>

/** Returns how many jobs an endpoint's queue accepts now; the rest waits in the store. */
export type Vacancy = (endpointId: string) => number

const isEnabled = { column: 'status', is: '=', value: 'enabled' } as const

/**
 * Returns enabled endpoints. The status is not part of the query with a condition: SQLite would use the index by
 * status.
 */
export async function enabledEndpoints(
  { store }: Pick<Services, 'store'>,
  condition: Condition,
): Promise<readonly EndpointRow[]> {
  const rows: EndpointRow[] = []
  const where = [condition]
  for await (const row of rowsOf<EndpointDocument>(store, 'webhook_endpoint', { where })) {
    if (row.document.status === 'enabled') rows.push(row)
  }
  return rows
}

/** Whether there is an enabled endpoint; without one, no event is pending. */
export const anyEnabled = async ({ store }: Pick<Services, 'store'>): Promise<boolean> =>
  (await store.list('webhook_endpoint', { where: [isEnabled], limit: 1 })).length > 0

/** Returns the endpoints that may receive one of these events, without reading those of all other merchants. */
export async function listenersOf(
  services: Pick<FanOutServices, 'store' | 'accounts'>,
  events: readonly OutboxEvent[],
): Promise<readonly EndpointRow[]> {
  const owners = new Set(events.map(({ account_id }) => account_id))
  const ids = await Promise.all([...owners].map((owner) => audienceIds(services, owner)))
  const named = { column: 'listens_to', is: 'in', value: [...new Set(ids.flat())] } as const
  return [
    // Rows of a node of the previous version, without `listens_to`. Read first: a row that is rewritten in between is
    // found twice, but its delivery is written only once.
    ...(await enabledEndpoints(services, { column: 'listens_to', is: 'null' })),
    ...(await enabledEndpoints(services, named)),
  ]
}

/**
 * Records the deliveries of these events, then that the events are no longer pending. After a crash in between, the
 * first step is repeated without effect. If another node does the same at once, each delivery is written once, and the
 * node that wrote it has claimed it.
 * @returns the deliveries that this node has claimed, and whether there is any enabled endpoint
 */
export async function fanOut(
  services: FanOutServices,
  events: readonly OutboxEvent[],
  vacancy: Vacancy,
): Promise<{ readonly jobs: readonly Job[]; readonly hasListeners: boolean }> {
  const { store } = services
  // Read after the events, so that an endpoint from before an event is not missed.
  const endpoints = await listenersOf(services, events)
  const planned = endpoints.length === 0 ? [] : await plan(services, events, endpoints, vacancy)
  const jobs = await write(services, planned)
  await store.settleEvents(events.map(({ id }) => id))
  return { jobs, hasListeners: endpoints.length > 0 || (await anyEnabled(services)) }
}

interface Planned extends Job {
  readonly isClaimed: boolean
}

async function plan(
  services: FanOutServices,
  events: readonly OutboxEvent[],
  endpoints: readonly EndpointRow[],
  vacancy: Vacancy,
): Promise<readonly Planned[]> {
  const now = services.clock.verified()
  const taken = new Map<string, number>()
  const planned: Planned[] = []
  for (const event of events) {
    for (const endpoint of endpoints) {
      const { document } = endpoint
      if (!asksFor(document.event_types, event.type)) continue
      if (!(await reachesEvent(services, reachOfEndpoint(document), event))) continue
      const before = taken.get(endpoint.id) ?? 0
      const isClaimed = before < vacancy(endpoint.id)
      if (isClaimed) taken.set(endpoint.id, before + 1)
      const delivery = newDelivery(event, endpoint.id, isClaimed ? now + claimMs : now)
      planned.push({ event, delivery, endpoint: queuedEndpoint(endpoint), isClaimed })
    }
  }
  return planned
}

export const queuedEndpoint = ({ id, document }: EndpointRow): QueuedEndpoint => ({
  ...{ id, tenantId: document.tenant_id, failing: document.failing_since !== null },
})

/** @param due in ms of verified time */
export const newDelivery = (event: OutboxEvent, endpointId: string, due: number): DeliveryRow => {
  const document: DeliveryDocument = {
    ...{ endpoint_id: endpointId, event_id: event.id, status: 'pending', due_at: due },
    ...{ tries: 0, attempts: [] },
  }
  return firstRow(event.account_id, deliveryId(event.id, endpointId), document, event.created_at)
}

async function write({ store }: FanOutServices, planned: readonly Planned[]): Promise<readonly Job[]> {
  if (planned.length === 0) return []
  const insertAll = (some: readonly Planned[]) =>
    store.commit({ writes: some.map(({ delivery }) => insertOf('webhook_delivery', delivery)) })
  const claimed = (some: readonly Planned[]) => some.filter(({ isClaimed }) => isClaimed)
  if ((await insertAll(planned)).ok) return claimed(planned)
  // Some exist already: inserts one by one.
  const written = await Promise.all(planned.map(async (one) => ((await insertAll([one])).ok ? [one] : [])))
  return claimed(written.flat())
}
