import { Webhook } from 'standardwebhooks'
import type { WebhookBody } from '../../src-shared/api/schemas/event.ts'

/**
 * A webhook by Standard Webhooks 1.0. The time is that of this computer and not of a sandbox that was moved forward: the
 * listener compares it with its own, against replays.
 * @param secrets each signs: of an old and a new one the listener may know either
 */
export function signedWebhook(shown: WebhookBody, secrets: readonly string[]) {
  const body = JSON.stringify(shown)
  const sentAt = new Date()
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Countertop-Webhooks/1',
    'webhook-id': shown.id,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(shown.id, sentAt, body)).join(' '),
  }
  return { headers, body }
}
