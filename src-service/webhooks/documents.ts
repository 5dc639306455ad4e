import type { WebhookDelivery } from '../../src-shared/api/schemas/event.ts'
import type { WebhookEndpoint } from '../../src-shared/api/schemas/webhook-endpoint.ts'
import type { Made } from '../accounts/documents.ts'
import { makerView } from '../api-keys/made-by.ts'
import type { KeyBounds } from '../caller.ts'
import type { Row } from '../store/store.ts'
import { type Clock, isoTime } from '../time/clock.ts'
import type { Sealed } from '../vault/sealed.ts'

/** Times are in ms of verified time (Clock.verified). */
export interface EndpointDocument extends KeyBounds, Made {
  readonly tenant_id: string
  readonly url: string
  readonly description: string | null
  readonly event_types: WebhookEndpoint['event_types']
  readonly status: WebhookEndpoint['status']
  readonly disabled_reason: WebhookEndpoint['disabled_reason']
  readonly failing_since: number | null
  readonly secret: Sealed
  readonly previous_secret: { readonly secret: Sealed; readonly until: number } | null
}
export type EndpointRow = Row<EndpointDocument>

/** The purpose for which the vault seals an endpoint's secrets. */
export const secretPurpose = (endpointId: string): string => `webhook secret of ${endpointId}`

export interface Attempt {
  readonly at: number
  readonly status_code: number | null
  readonly error: string | null
  readonly duration_ms: number
}

/** One event to be delivered to one endpoint; the row belongs to the event's account. */
export interface DeliveryDocument {
  readonly endpoint_id: string
  readonly event_id: string
  readonly status: WebhookDelivery['status']
  /** Time of the next attempt, or end of the claim of the node that is attempting it now. */
  readonly due_at: number | null
  /** Number of attempts since it was created, or requested again. */
  readonly tries: number
  readonly attempts: readonly Attempt[]
}
export type DeliveryRow = Row<DeliveryDocument>

/** State of a delivery whose endpoint is disabled or deleted. */
export const cancelled = {
  status: 'cancelled',
  due_at: null,
} as const satisfies Partial<DeliveryDocument>

/** Returns the same id for an event and endpoint on every node. */
export const deliveryId = (eventId: string, endpointId: string): string => `${eventId}.${endpointId}`

/** @param secret only in the answer that creates it */
export const endpointView = (
  { id, created_at, updated_at, document }: EndpointRow,
  { dated }: Pick<Clock, 'dated'>,
  secret: string | null = null,
): WebhookEndpoint => ({
  ...{ id, entity: 'webhook_endpoint', url: document.url, description: document.description },
  event_types: document.event_types,
  status: document.status,
  disabled_reason: document.disabled_reason,
  failing_since: document.failing_since === null ? null : isoTime(dated(document.failing_since)),
  secret,
  previous_secret_expires_at:
    document.previous_secret === null ? null : isoTime(dated(document.previous_secret.until)),
  partner_id: document.partner_id,
  business_id: document.business_id,
  account_id: document.account_id,
  ...makerView(document),
  created_at: isoTime(created_at),
  updated_at: isoTime(updated_at),
})

export const deliveryView = (
  { document }: DeliveryRow,
  { dated }: Pick<Clock, 'dated'>,
): WebhookDelivery => ({
  webhook_endpoint_id: document.endpoint_id,
  status: document.status,
  next_attempt_at: document.due_at === null ? null : isoTime(dated(document.due_at)),
  attempts: document.attempts.map(({ at, ...attempt }) => ({ at: isoTime(dated(at)), ...attempt })),
})
