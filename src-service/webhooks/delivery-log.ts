import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import { type CursorQuery, defaultPageSize } from '../../src-shared/api/schemas/common.ts'
import type { WebhookDelivery } from '../../src-shared/api/schemas/event.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Caller } from '../caller.ts'
import type { ReadingServices } from '../services.ts'
import { equal } from '../store/filters.ts'
import { countFitting, cursorNotInList, type Page } from '../store/read-page.ts'
import type { Condition, OutboxEvent } from '../store/store.ts'
import { type DeliveryDocument, deliveryId } from './documents.ts'
import { loadEndpoint } from './load-endpoint.ts'

type EventPage = Page<OutboxEvent>

interface LogQuery extends CursorQuery {
  readonly webhook_endpoint_id: string
  readonly type?: string | undefined
  readonly delivery_status?: WebhookDelivery['status'] | undefined
}

/** Returns the events sent to one endpoint, newest first; the cursors are event ids. */
export async function deliveryLog(
  services: ReadingServices,
  caller: Caller,
  query: LogQuery,
): Promise<Result<EventPage, ServiceError>> {
  const { store } = services
  const { webhook_endpoint_id, delivery_status, type, starting_after, ending_before } = query
  const limit = query.limit ?? defaultPageSize
  const endpoint = await loadEndpoint(services, caller, webhook_endpoint_id, 'webhook_endpoint_id')
  if (!endpoint.ok) return endpoint
  if (type !== undefined) return invalid('type', 'Send type or webhook_endpoint_id, not both.')
  if (ending_before !== undefined) {
    return invalid(
      'ending_before',
      'The delivery log of an endpoint can only be paged with starting_after. Leave ending_before out.',
    )
  }
  const where: Condition[] = [
    { column: 'endpoint_id', is: '=', value: webhook_endpoint_id },
    ...equal({ status: delivery_status, account_id: caller.accountId }),
  ]
  const after =
    starting_after === undefined
      ? null
      : await store.find('webhook_delivery', deliveryId(starting_after, webhook_endpoint_id))
  if (starting_after !== undefined && after === null) {
    return err(cursorNotInList(starting_after, 'starting_after'))
  }
  const rows = await store.list<DeliveryDocument>('webhook_delivery', {
    where,
    ...(after === null ? {} : { after }),
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const events = await Promise.all(page.map(({ document }) => store.event(document.event_id)))
  const count = countFitting(events)
  const has_more = rows.length > count
  // The log goes on after the last delivery even if its event is deleted already.
  const next = page[count - 1]?.document.event_id
  return ok({
    data: events.slice(0, count).filter((event) => event !== null),
    meta: { has_more, limit, ...(has_more && next !== undefined ? { next_cursor: next } : {}) },
  })
}

const invalid = (param: string, message: string) => refuse('parameter_invalid', message, { param })
