import type { WebhookDelivery } from '../../src-shared/api/schemas/event.ts'
import type { PortalKey, PortalWords } from './context.ts'

type Attempt = Pick<WebhookDelivery['attempts'][number], 'status_code' | 'error'>

/** The service's own English reasons why an address gave no answer (src-service/webhooks/post-webhook.ts). */
const reasons: readonly (readonly [reason: RegExp, text: PortalKey])[] = [
  [/^no answer within 15 seconds$/, 'delivery.timedOut'],
  [/^the connection ended without an answer$/, 'delivery.hungUp'],
  [/^the address is not https$/, 'delivery.notHttps'],
  [/ has no public address$/, 'delivery.notPublic'],
]

/**
 * Why an attempt failed, in the reader's language; null if it was delivered. What the network reports, such as
 * "connect ECONNREFUSED", is the same in all languages, and is what a developer looks up.
 */
export function deliveryFailure(words: PortalWords, { status_code, error }: Attempt): string | null {
  if (error === null) return null
  if (status_code !== null) {
    const isRedirect = status_code >= 300 && status_code < 400
    return words(isRedirect ? 'delivery.redirected' : 'delivery.answered', { status: status_code })
  }
  const known = reasons.find(([reason]) => reason.test(error))
  return known === undefined ? words('delivery.noAnswer', { reason: error }) : words(known[1])
}
