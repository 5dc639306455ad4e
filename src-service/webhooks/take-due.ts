import type { Services } from '../services.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import type { Condition } from '../store/store.ts'
import { claimMs, type Job } from './deliver.ts'
import { cancelled, type DeliveryDocument, type DeliveryRow } from './documents.ts'
import { enabledEndpoints, type Vacancy } from './fan-out.ts'

type DueServices = Pick<Services, 'store' | 'clock'>

const atOnce = 500
/** Oldest first. */
const fromTheOldest = { created_at: 0, id: '' }

/**
 * Claims deliveries that are due, as many as the queues take: retries, what found no place when its event came, and what
 * a node that died had claimed. What is due for an endpoint that is gone or disabled is cancelled.
 */
export async function takeDue(services: DueServices, vacancy: Vacancy): Promise<readonly Job[]> {
  const { store, clock } = services
  const now = clock.verified()
  const due = async (more: readonly Condition[], limit: number) => {
    const where = [{ column: 'due_at', is: '<=', value: now } as const, ...more]
    const rows = await store.list<DeliveryDocument>('webhook_delivery', {
      where,
      before: fromTheOldest,
      limit,
    })
    return [...rows].reverse()
  }
  const first = await due([], atOnce)
  if (first.length === 0) return []
  // More is due than was read: an endpoint with a long backlog must not hide what is due for the others.
  const isHidden = first.length === atOnce
  const named = [...new Set(first.map(({ document }) => document.endpoint_id))]
  const endpoints = await enabledEndpoints(
    services,
    isHidden ? undefined : { column: 'id', is: 'in', value: named },
  )
  const enabled = new Set(endpoints.map(({ id }) => id))
  await cancel(
    services,
    first.filter(({ document }) => !enabled.has(document.endpoint_id)),
  )
  const taken: DeliveryRow[] = []
  for (const { id } of endpoints) {
    const free = vacancy(id)
    if (free === 0) continue
    const own = first.filter(({ document }) => document.endpoint_id === id)
    const rows =
      isHidden && own.length < free ? await due([{ column: 'endpoint_id', is: '=', value: id }], free) : own
    taken.push(...rows.slice(0, free))
  }
  return (await Promise.all(taken.map((row) => claim(services, row, now)))).flat()
}

async function claim({ store, clock }: DueServices, row: DeliveryRow, now: number): Promise<readonly Job[]> {
  const delivery = nextRow(row, { ...row.document, due_at: now + claimMs }, clock.now())
  const claimed = await store.commit({ writes: [updateOf('webhook_delivery', delivery)] })
  if (!claimed.ok) return []
  const event = await store.event(row.document.event_id)
  if (event !== null) return [{ delivery, event }]
  await cancel({ store, clock }, [delivery])
  return []
}

/** Another node may have done so: then there is nothing left to cancel. */
async function cancel({ store, clock }: DueServices, rows: readonly DeliveryRow[]): Promise<void> {
  const writes = rows.map((row) =>
    updateOf('webhook_delivery', nextRow(row, { ...row.document, ...cancelled }, clock.now())),
  )
  await Promise.all(writes.map((write) => store.commit({ writes: [write] })))
}
