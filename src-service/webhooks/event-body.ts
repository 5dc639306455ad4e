import { z } from 'zod'
import { resourceOfEvent } from '../../src-shared/api/event-types.ts'
import {
  type Event,
  eventObjectSchemas,
  type WebhookBody,
  type WebhookDelivery,
} from '../../src-shared/api/schemas/event.ts'
import type { OutboxEvent } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'

/** Returns an event for clients: only the fields in its resource's schema, and no secrets. */
export function eventBody({ id, type, created_at, sequence, object }: OutboxEvent): WebhookBody {
  return { id, type, created_at: isoTime(created_at), sequence, data: { object: shownObject(type, object) } }
}

/** Same for the event log. */
export const eventView = (event: OutboxEvent, deliveries: readonly WebhookDelivery[]): Event => ({
  ...eventBody(event),
  entity: 'event',
  account_id: event.account_id,
  deliveries: [...deliveries],
})

type Shown = WebhookBody['data']['object']

function shownObject(type: string, object: unknown): Shown {
  const resource = resourceOfEvent(type)
  const shown = resource === null ? {} : fieldsOf(resource, object)
  // The secret allows paying, and the page's URL contains it.
  return {
    ...shown,
    ...('client_secret' in shown ? { client_secret: null } : {}),
    ...(resource === 'checkout_session' ? { url: null } : {}),
  }
}

/** Data from another version may not match the schema; fields that are not in the schema are omitted even then. */
function fieldsOf(resource: keyof typeof eventObjectSchemas, object: unknown): Shown {
  const schema = eventObjectSchemas[resource]
  const parsed = schema.safeParse(object)
  if (parsed.success) return parsed.data as Shown
  const known = fieldNamesOf(schema)
  return Object.fromEntries(Object.entries(object as object).filter(([name]) => known.includes(name)))
}

const fieldNamesOf = (schema: unknown): readonly string[] => {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape)
  return schema instanceof z.ZodDiscriminatedUnion ? schema.options.flatMap(fieldNamesOf) : []
}
