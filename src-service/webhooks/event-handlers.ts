import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import { defaultPageSize } from '../../src-shared/api/schemas/common.ts'
import type { Event } from '../../src-shared/api/schemas/event.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { ownersInReach } from '../accounts/owners-in-reach.ts'
import type { Caller } from '../caller.ts'
import { runDecision } from '../commit.ts'
import type { HandlersOf } from '../http/handler.ts'
import type { Services } from '../services.ts'
import { countFitting, createPageFilling, cursorNotInList, cutPage, type Page } from '../store/read-page.ts'
import { insertOf, nextRow, updateOf } from '../store/row-writes.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { OutboxEvent } from '../store/store.ts'
import { asksFor, reachesEvent, reachOfEndpoint } from './audience.ts'
import { deliveryLog } from './delivery-log.ts'
import {
  type DeliveryDocument,
  type DeliveryRow,
  deliveryId,
  deliveryView,
  type EndpointDocument,
  type EndpointRow,
} from './documents.ts'
import { listenersOf, newDelivery } from './fan-out.ts'
import { inReach, loadEndpoint, reachOf } from './load-endpoint.ts'

type EventOperation = `events.${'list' | 'get' | 'redeliver'}`

/** Deliveries of this many events are read at once: an event may have several endpoints, with 20 attempts each. */
const eventsAtOnce = 10

/** @param wake called when a new delivery is due */
export function eventHandlers(services: Services, wake: () => void): HandlersOf<EventOperation> {
  const { store, clock } = services

  /** Yields views in the order of the events, with only the deliveries to endpoints that the caller reaches. */
  async function* views(caller: Caller, events: readonly OutboxEvent[]): AsyncGenerator<Event> {
    const own = reachOf(caller)
    const reached = new Map<string, boolean>()
    const isShown = async (endpointId: string) => {
      const row = await store.find<EndpointDocument>('webhook_endpoint', endpointId)
      return row !== null && own !== null && inReach(services, own, row.document)
    }
    const { eventView } = await import('./event-body.ts')
    for (let first = 0; first < events.length; first += eventsAtOnce) {
      const some = events.slice(first, first + eventsAtOnce)
      const where = [{ column: 'event_id', is: 'in', value: some.map(({ id }) => id) }] as const
      const deliveries: DeliveryRow[] = []
      for await (const row of rowsOf<DeliveryDocument>(store, 'webhook_delivery', { where })) {
        const { endpoint_id } = row.document
        if (!reached.has(endpoint_id)) reached.set(endpoint_id, await isShown(endpoint_id))
        if (reached.get(endpoint_id) === true) deliveries.push(row)
      }
      for (const event of some) {
        const rows = deliveries.filter(({ document }) => document.event_id === event.id)
        yield eventView(
          event,
          rows.map((row) => deliveryView(row, clock)),
        )
      }
    }
  }

  /** The page with the deliveries of its events, which count, too: it may end earlier than the events alone would. */
  async function shown(caller: Caller, page: Page<OutboxEvent>, backwards: boolean): Promise<Page<Event>> {
    const fits = createPageFilling()
    const data: Event[] = []
    let isCut = false
    // Those beyond the end are the ones farthest from the cursor.
    for await (const view of views(caller, backwards ? [...page.data].reverse() : page.data)) {
      isCut = !fits(view)
      if (isCut) break
      data.push(view)
    }
    const last = data.at(-1)
    if (backwards) data.reverse()
    if (!isCut || last === undefined) return { data, meta: page.meta }
    return { data, meta: { ...page.meta, has_more: true, next_cursor: last.id } }
  }

  async function load(caller: Caller, id: string): Promise<Result<OutboxEvent, ServiceError>> {
    const event = await store.event(id)
    const own = reachOf(caller)
    const isNamed = caller.accountId === null || caller.accountId === event?.account_id
    if (event !== null && own !== null && isNamed && (await reachesEvent(services, own, event)))
      return ok(event)
    const message = `There is no event ${id} that this key can access. Events are stored for 90 days.`
    return refuse('resource_missing', message, { param: 'id' })
  }

  async function oneShown(caller: Caller, event: OutboxEvent): Promise<Event> {
    for await (const one of views(caller, [event])) return one
    throw new Error(`the event ${event.id} was not shown`)
  }

  return {
    'events.list': async ({ caller, query }) => {
      const accountIds = await ownersInReach(services, caller)
      const { webhook_endpoint_id } = query
      const page =
        webhook_endpoint_id === undefined
          ? await eventPage(services, accountIds, query)
          : await deliveryLog(services, caller, { ...query, webhook_endpoint_id })
      return page.ok ? ok(await shown(caller, page.value, query.ending_before !== undefined)) : page
    },

    'events.get': async ({ caller, params }) => {
      const event = await load(caller, params.id)
      return event.ok ? ok(await oneShown(caller, event.value)) : event
    },

    'events.redeliver': async ({ caller, params, body }) => {
      const event = await load(caller, params.id)
      if (!event.ok) return event
      const targets = await targetsOf(services, caller, event.value, body.webhook_endpoint_id)
      if (!targets.ok) return targets
      for (const { id } of targets.value) {
        const done = await makeDue(services, event.value, id)
        if (!done.ok) return done
      }
      wake()
      return ok(await oneShown(caller, event.value))
    },
  }
}

/** A cursor need not exist any more (events are deleted after 90 days): events are in the order of their ids. */
const eventId = /^evt_[0-9a-z]+$/

type ListQuery = Parameters<HandlersOf<'events.list'>['events.list']>[0]['query']

async function eventPage(
  { store }: Pick<Services, 'store'>,
  accountIds: readonly string[],
  query: ListQuery,
) {
  const { starting_after, ending_before, limit = defaultPageSize, type } = query
  if (starting_after !== undefined && ending_before !== undefined) {
    const message = 'Send starting_after or ending_before, not both.'
    return refuse('parameter_invalid', message, { param: 'ending_before' })
  }
  const backwards = ending_before !== undefined
  const param = backwards ? 'ending_before' : 'starting_after'
  const cursor = query[param]
  if (cursor !== undefined && !eventId.test(cursor)) return err(cursorNotInList(cursor, param))
  const events = await store.events({
    accountIds,
    ...(type === undefined ? {} : { type }),
    ...(starting_after === undefined ? {} : { before: starting_after }),
    ...(ending_before === undefined ? {} : { after: ending_before }),
    limit: limit + 1,
  })
  return ok(cutPage(events, limit, backwards, countFitting))
}

/** Returns the endpoints for a redelivery: the named one, or all in the caller's reach that subscribe to the event. */
async function targetsOf(
  services: Services,
  caller: Caller,
  event: OutboxEvent,
  named: string | undefined,
): Promise<Result<readonly EndpointRow[], ServiceError>> {
  const hears = (row: EndpointRow) => reachesEvent(services, reachOfEndpoint(row.document), event)
  const param = 'webhook_endpoint_id'
  if (named !== undefined) {
    const endpoint = await loadEndpoint(services, caller, named, param)
    if (!endpoint.ok) return endpoint
    const { document } = endpoint.value
    if (document.status === 'disabled') {
      const message = `Webhook endpoint ${named} is disabled. Enable it first.`
      return refuse('state_conflict', message, { param })
    }
    if (await hears(endpoint.value)) return ok([endpoint.value])
    const message = `Webhook endpoint ${named} receives no events of account ${event.account_id}.`
    return refuse('state_conflict', message, { param })
  }
  const own = reachOf(caller)
  const targets: EndpointRow[] = []
  for (const row of await listenersOf(services, [event])) {
    const { document } = row
    const isAsked = asksFor(document.event_types, event.type)
    if (isAsked && own !== null && (await inReach(services, own, document)) && (await hears(row)))
      targets.push(row)
  }
  if (targets.length > 0) return ok(targets)
  const message = `No enabled webhook endpoint that this key can access subscribes to ${event.type}.`
  return refuse('state_conflict', message)
}

/** Makes a delivery due again: its schedule restarts; earlier attempts stay in the log. */
const makeDue = (services: Services, event: OutboxEvent, endpointId: string) =>
  runDecision<DeliveryRow | null, null>(services, {
    load: async () =>
      ok(
        await services.store.get<DeliveryDocument>(
          'webhook_delivery',
          event.account_id,
          deliveryId(event.id, endpointId),
        ),
      ),
    decide(row, { now, verified }) {
      if (row === null) {
        const write = insertOf('webhook_delivery', newDelivery(event, endpointId, verified))
        return ok({ writes: [write], events: [], reply: null })
      }
      const due = { ...row.document, status: 'pending', due_at: verified, tries: 0 } as const
      return ok({ writes: [updateOf('webhook_delivery', nextRow(row, due, now))], events: [], reply: null })
    },
  })
