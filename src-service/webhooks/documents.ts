import type { WebhookDelivery } from '../../src-shared/api/schemas/event.ts'
import type { WebhookEndpoint } from '../../src-shared/api/schemas/webhook-endpoint.ts'
import type { Made } from '../accounts/documents.ts'
import { makerView } from '../api-keys/made-by.ts'
import type { KeyBounds } from '../caller.ts'
import { type Clock, isoTime } from '../clock.ts'
import type { Row } from '../store/store.ts'
import type { Sealed } from '../vault/sealed.ts'

/** Times are ms by verified time (Clock.verified). */
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

/** What the vault seals an endpoint's secrets for. */
export const secretPurpose = (endpointId: string): string => `webhook secret of ${endpointId}`

export interface Attempt {
  readonly at: number
  readonly status_code: number | null
  readonly error: string | null
  readonly duration_ms: number
}

/** One event on its way to one endpoint; the row belongs to the event's account. */
export interface DeliveryDocument {
  readonly endpoint_id: string
  readonly event_id: string
  readonly status: WebhookDelivery['status']
  /** When it is tried next, or until when the node that tries it now keeps it from the others. */
  readonly due_at: number | null
  /** Since it was made, or asked for once more. */
  readonly tries: number
  readonly attempts: readonly Attempt[]
}
export type DeliveryRow = Row<DeliveryDocument>

/** Of a delivery whose endpoint is disabled or gone. */
export const cancelled = {
  status: 'cancelled',
  due_at: null,
} as const satisfies Partial<DeliveryDocument>

/** One for each event and endpoint, whichever node writes it. */
export const deliveryId = (eventId: string, endpointId: string): string => `${eventId}.${endpointId}`

/** @param secret in the answer that makes it, and no other */
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
