import type { Services } from '../services.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import type { Condition } from '../store/store.ts'
import { claimMs, type Job } from './deliver.ts'
import { cancelled, type DeliveryDocument, type DeliveryRow } from './documents.ts'
import type { QueuedEndpoint } from './endpoint-queues.ts'
import { enabledEndpoints, queuedEndpoint, type Vacancy } from './fan-out.ts'

type DueServices = Pick<Services, 'store' | 'clock'>

/** Maximum number of deliveries per call. */
const atOnce = 500

/**
 * Claims due deliveries, as many as the queues accept: retries, those that found no slot when their event came, and
 * those claimed by a dead node. Cancels due deliveries of deleted or disabled endpoints. Of each endpoint's backlog
 * only as much is read as its queue accepts, longest due first, so that neither other deliveries nor the store wait for
 * the rest.
 */
export async function takeDue(services: DueServices, vacancy: Vacancy): Promise<readonly Job[]> {
  const { store, clock } = services
  const now = clock.verified()
  const upTo = { by: 'endpoint_id', of: 'due_at', upTo: now } as const
  const waiting = await store.valuesUpTo('webhook_delivery', upTo)
  const named = waiting.filter((id) => vacancy(id) > 0).slice(0, atOnce)
  if (named.length === 0) return []
  const endpoints = await enabledEndpoints(services, { column: 'id', is: 'in', value: named })
  const enabled = new Map(endpoints.map((row) => [row.id, queuedEndpoint(row)]))
  const dueFor = async (ids: readonly string[], most: (id: string) => number): Promise<DeliveryRow[]> => {
    const found: DeliveryRow[] = []
    for (const id of ids) {
      const limit = Math.min(atOnce - found.length, most(id))
      if (limit === 0) break
      const where: readonly Condition[] = [
        { column: 'endpoint_id', is: '=', value: id },
        { column: 'due_at', is: '<=', value: now },
      ]
      const query = { where, leastOf: 'due_at', limit } as const
      found.push(...(await store.list<DeliveryDocument>('webhook_delivery', query)))
    }
    return found
  }
  const taken = await dueFor(
    named.filter((id) => enabled.has(id)),
    vacancy,
  )
  const jobs = await Promise.all(
    taken.map(async (row) => {
      const endpoint = enabled.get(row.document.endpoint_id)
      return endpoint === undefined ? [] : claim(services, row, endpoint, now)
    }),
  )
  // Separate from and after the claims: a large or old backlog to cancel takes no place from other deliveries.
  await cancel(
    services,
    await dueFor(
      named.filter((id) => !enabled.has(id)),
      () => atOnce,
    ),
  )
  return jobs.flat()
}

async function claim(
  { store, clock }: DueServices,
  row: DeliveryRow,
  endpoint: QueuedEndpoint,
  now: number,
): Promise<readonly Job[]> {
  const delivery = nextRow(row, { ...row.document, due_at: now + claimMs }, clock.now())
  const claimed = await store.commit({ writes: [updateOf('webhook_delivery', delivery)] })
  if (!claimed.ok) return []
  const event = await store.event(row.document.event_id)
  if (event !== null) return [{ delivery, event, endpoint }]
  await cancel({ store, clock }, [delivery])
  return []
}

/** Ignores conflicts: another node may have cancelled it already. */
async function cancel({ store, clock }: DueServices, rows: readonly DeliveryRow[]): Promise<void> {
  const writes = rows.map((row) =>
    updateOf('webhook_delivery', nextRow(row, { ...row.document, ...cancelled }, clock.now())),
  )
  await Promise.all(writes.map((write) => store.commit({ writes: [write] })))
}
