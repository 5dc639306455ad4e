import { resourceOfEvent } from '../../src-shared/api/event-types.ts'
import { eventObjectSchemas, type WebhookBody } from '../../src-shared/api/schemas/event.ts'
import { isoTime } from '../clock.ts'
import type { OutboxEvent } from '../store/store.ts'

/** What an event shows to others: the fields of its resource's schema and no others, and no secret. */
export function eventBody({ id, type, created_at, sequence, object }: OutboxEvent): WebhookBody {
  return { id, type, created_at: isoTime(created_at), sequence, data: { object: shownObject(type, object) } }
}

type Shown = WebhookBody['data']['object']

function shownObject(type: string, object: unknown): Shown {
  const resource = resourceOfEvent(type)
  const parsed = resource === null ? null : eventObjectSchemas[resource].safeParse(object)
  // Written by another version, whose resource had other fields.
  const shown = (parsed?.success ? parsed.data : object) as Shown
  // Whoever has it can pay, and the page's address holds it.
  return {
    ...shown,
    ...('client_secret' in shown ? { client_secret: null } : {}),
    ...(resource === 'checkout_session' ? { url: null } : {}),
  }
}
