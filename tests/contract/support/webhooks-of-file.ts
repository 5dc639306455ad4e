import { afterAll, beforeAll } from 'vitest'
import { startWebhookListener, type WebhookListener } from '../../support/webhook-listener.ts'
import type { Request } from './ask.ts'
import { serviceOfFile } from './service-of-file.ts'

/** For `expect.poll`: webhooks are sent after the request that causes them is answered. */
export const poll = { timeout: 60_000, interval: 20 }

/** The service that the tests of a file share, and a listener to which it sends webhooks. */
export function webhooksOfFile() {
  const listener = {} as WebhookListener
  beforeAll(async () => {
    Object.assign(listener, await startWebhookListener())
  })
  // Vitest runs these in reverse: the service stops first.
  afterAll(() => listener.stop())
  const file = serviceOfFile()
  const { must } = file
  let count = 0
  /** Creates an endpoint with its own path. */
  async function listenTo(event_types: readonly string[], more: object = {}, request: Request = {}) {
    count += 1
    const path = `/hooks/${count}`
    const body = { url: listener.url(path), event_types, ...more }
    const { id, secret } = await must('webhook_endpoints.create', { ...request, body })
    const endpoint = { path: `/webhook_endpoints/${id}` }
    return {
      id,
      path,
      secret: secret ?? '',
      get: () => must('webhook_endpoints.get', endpoint),
      update: (change: object) => must('webhook_endpoints.update', { ...endpoint, body: change }),
    }
  }
  return { ...file, listener, listenTo }
}
