import type { webhookOperations } from '../../src-shared/api/operations/webhooks.ts'
import type { ServiceModule, Services } from '../services.ts'
import type { OutboxEvent } from '../store/store.ts'
import { createDispatcher } from './dispatcher.ts'
import { endpointHandlers } from './endpoint-handlers.ts'
import { eventHandlers } from './event-handlers.ts'
import { createWebhookPoster } from './post-webhook.ts'
import { startPurgingDeliveries } from './purge-deliveries.ts'

export interface WebhookOptions {
  /** Whether webhooks may use private addresses and http: for development and tests. */
  readonly allowPrivate: boolean
}

/** Section 6: events, and their delivery to webhook endpoints. */
export function webhooksModule(
  services: Services,
  { allowPrivate }: WebhookOptions,
): ServiceModule<keyof typeof webhookOperations> & { publish(events: readonly OutboxEvent[]): void } {
  const poster = createWebhookPoster({ clock: services.clock, allowPrivate })
  const dispatcher = createDispatcher(services, poster)
  let stopPurging = async () => {}
  const endpoints = endpointHandlers(services, allowPrivate)
  return {
    publish: dispatcher.publish,
    async start() {
      dispatcher.start()
      stopPurging = startPurgingDeliveries(services)
    },
    async stop() {
      await stopPurging()
      await dispatcher.stop()
    },
    handlers: {
      ...endpoints,
      async 'webhook_endpoints.create'(request) {
        const created = await endpoints['webhook_endpoints.create'](request)
        dispatcher.wake()
        return created
      },
      ...eventHandlers(services, dispatcher.wake),
    },
  }
}
