import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '../../src-shared/api/client.ts'
import type { Event } from '../../src-shared/api/schemas/event.ts'
import { createClock } from '../time/clock.ts'
import { newSecret } from './endpoint-rules.ts'
import { followEvents, type ReadEvents } from './follow-events.ts'
import type { WebhookListening } from './listening.ts'
import { createWebhookPoster } from './post-webhook.ts'
import { signedWebhook } from './sign.ts'

const everyMs = 500

/**
 * Posts the events of a running service, from now on, to a program on this computer, signed like webhooks: for
 * developers without a public URL. There are no retries.
 * @param report receives the output: first the secret, then a line for each event
 */
export async function listen(
  { serviceUrl, apiKey, forwardUrl }: WebhookListening,
  report: (line: object) => void,
  signal?: AbortSignal,
): Promise<void> {
  const client = createClient({ baseUrl: serviceUrl, apiKey })
  const poster = createWebhookPoster({ clock: createClock(), allowPrivate: true })
  const secret = newSecret()
  const read: ReadEvents = async (query) => {
    const page = await client.call('events.list', { query })
    if (page.ok) return page.value
    const { error } = page
    if (error.kind === 'no_answer')
      throw new Error(
        `${serviceUrl} does not answer (${error.reason}). Start the service, or name another with --service`,
      )
    const { type, message } = error.error
    throw new Error(
      type === 'authentication' ? `${message} The key is the one in COUNTERTOP_PRIVATE_KEY` : message,
    )
  }
  const newEvents = await followEvents(read)
  report({ event: 'listening', service: serviceUrl, forward: forwardUrl, secret })
  try {
    while (signal?.aborted !== true) {
      const events = await newEvents()
      for (const { entity: _, account_id: __, deliveries: ___, ...body } of events) {
        report({ event: 'forwarded', ...(await forward(body)) })
      }
      if (events.length === 0) await pause(everyMs, undefined, { signal }).catch(() => {})
    }
  } finally {
    poster.stop()
  }

  async function forward(body: Omit<Event, 'entity' | 'account_id' | 'deliveries'>): Promise<object> {
    const webhook = signedWebhook(body, [secret])
    const posted = await poster.post(forwardUrl, webhook)
    const { id, type } = body
    return posted.outcome === 'answered' ? { id, type, status: posted.status } : { id, type, ...posted }
  }
}
