import type { Services } from '../services.ts'
import { startPasses } from '../time/passes.ts'
import { eventLifeMs } from './retention.ts'

const everyMs = 3_600_000
const batch = 200

/** Removes deliveries of events past their retention. @returns the function that stops it */
export const startPurgingDeliveries = (
  services: Pick<Services, 'store' | 'clock' | 'log'>,
): (() => Promise<void>) =>
  startPasses(services, { everyMs, failed: 'webhook.purge_failed' }, async (isStopped) => {
    const { store, clock } = services
    const where = [{ column: 'created_at', is: '<=', value: clock.verified() - eventLifeMs }] as const
    for (let last = batch; last === batch && !isStopped(); ) {
      const rows = await store.list('webhook_delivery', { where, limit: batch })
      const writes = rows.map(
        ({ account_id, id }) => ({ op: 'delete', kind: 'webhook_delivery', account_id, id }) as const,
      )
      if (writes.length > 0) await store.commit({ writes })
      last = rows.length
    }
  })
