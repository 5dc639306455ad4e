import { ok } from '../../src-shared/result.ts'
import { runDecision } from '../commit.ts'
import { randomUnit } from '../secrets/random.ts'
import type { Services } from '../services.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import type { OutboxEvent } from '../store/store.ts'
import { type Answer, afterAttempt, endpointAfter, failureOf } from './decide-attempt.ts'
import {
  cancelled,
  type DeliveryDocument,
  type DeliveryRow,
  type EndpointDocument,
  type EndpointRow,
  secretPurpose,
} from './documents.ts'
import type { Ended, QueuedEndpoint } from './endpoint-queues.ts'
import { answerLimitMs, type WebhookPoster } from './post-webhook.ts'
import { signedWebhook } from './sign.ts'

/** A delivery that this node has claimed. */
export interface Job {
  readonly delivery: DeliveryRow
  readonly event: OutboxEvent
  readonly endpoint: QueuedEndpoint
}

/** How long a node holds its claim on a delivery, in ms: after that another one may take it, in case the node died. */
export const claimMs = 2 * answerLimitMs

type DeliverServices = Pick<Services, 'store' | 'clock' | 'newId' | 'vault' | 'log'>

/** Attempts a delivery once and records the result. */
export async function deliver(services: DeliverServices, poster: WebhookPoster, job: Job): Promise<Ended> {
  const { clock, log, store } = services
  const { delivery, event } = job
  const at = clock.verified()
  // It waited too long: its claim would expire during the attempt, and another node could take it.
  if (at + answerLimitMs >= (delivery.document.due_at ?? 0)) return 'skipped'
  // Read now, because it may have been changed, disabled or deleted while the delivery waited.
  const endpoint = await store.find<EndpointDocument>('webhook_endpoint', delivery.document.endpoint_id)
  if (endpoint?.document.status !== 'enabled') {
    await change(services, delivery, (document) =>
      document.status === 'pending' ? { ...document, ...cancelled } : document,
    )
    return 'skipped'
  }
  const began = performance.now()
  const answer = await poster.post(endpoint.document.url, await signed(services, endpoint, event))
  const ms = Math.round(performance.now() - began)
  if (answer.outcome === 'stopped') {
    await change(services, delivery, (document) => ({ ...document, due_at: clock.verified() }))
    return 'skipped'
  }
  const tried = { answer, at, durationMs: ms, jitter: randomUnit() }
  const after = await change(services, delivery, (document) =>
    document.status === 'pending' ? afterAttempt(document, tried, clock.verified()) : document,
  )
  const isFirstChange = endpointAfter(endpoint.document, answer, at) !== endpoint.document
  if (isFirstChange) await changeEndpoint(services, endpoint, answer)
  const error = failureOf(answer)
  const fields = { event_id: event.id, webhook_endpoint_id: endpoint.id, ms }
  if (error === null) log.info(fields, 'webhook.delivered')
  else log.warn({ ...fields, error, status: after?.status ?? 'gone' }, 'webhook.not_delivered')
  return { ok: error === null, ms }
}

/** Imported on demand: without webhooks the schemas are not loaded. */
async function signed({ vault, clock }: DeliverServices, { id, document }: EndpointRow, event: OutboxEvent) {
  const { eventBody } = await import('./event-body.ts')
  const previous = document.previous_secret
  const secrets = [
    document.secret,
    ...(previous !== null && clock.verified() < previous.until ? [previous.secret] : []),
  ]
  return signedWebhook(
    eventBody(event),
    secrets.map((secret) => vault.openText(secret, secretPurpose(id))),
  )
}

/** @returns null when the delivery is gone. */
async function change(
  services: DeliverServices,
  { account_id, id }: DeliveryRow,
  next: (document: DeliveryDocument) => DeliveryDocument,
): Promise<DeliveryDocument | null> {
  const changed = await runDecision<DeliveryRow | null, DeliveryDocument | null>(services, {
    load: async () => ok(await services.store.get<DeliveryDocument>('webhook_delivery', account_id, id)),
    decide(row, { now }) {
      if (row === null) return ok({ writes: [], events: [], reply: null })
      const reply = next(row.document)
      const writes = reply === row.document ? [] : [updateOf('webhook_delivery', nextRow(row, reply, now))]
      return ok({ writes, events: [], reply })
    },
  })
  if (!changed.ok) throw new Error(`the delivery ${id} could not be written: ${changed.error.message}`)
  return changed.value
}

/** An answer says nothing about another URL, which the endpoint may have been given while the old one was called. */
async function changeEndpoint(
  services: DeliverServices,
  { id, document: { url } }: EndpointRow,
  answer: Answer,
): Promise<void> {
  const { store, clock, log } = services
  const changed = await runDecision<EndpointRow | null, EndpointDocument | null>(services, {
    load: async () => ok(await store.find<EndpointDocument>('webhook_endpoint', id)),
    decide(row, { now }) {
      if (row?.document.url !== url) return ok({ writes: [], events: [], reply: null })
      const reply = endpointAfter(row.document, answer, clock.verified())
      if (reply === row.document) return ok({ writes: [], events: [], reply: null })
      return ok({ writes: [updateOf('webhook_endpoint', nextRow(row, reply, now))], events: [], reply })
    },
  })
  if (!changed.ok || changed.value?.status !== 'disabled') return
  log.warn({ webhook_endpoint_id: id, reason: changed.value.disabled_reason }, 'webhook.endpoint_disabled')
}
