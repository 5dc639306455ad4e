import { Webhook } from 'standardwebhooks'
import type { WebhookBody } from '../../src-shared/api/schemas/event.ts'

/**
 * Returns a webhook signed by Standard Webhooks 1.0. Uses the computer's time, not that of an advanced sandbox clock,
 * because the receiver compares it with its own against replays.
 * @param secrets each one signs: during a rotation the receiver may know either
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
