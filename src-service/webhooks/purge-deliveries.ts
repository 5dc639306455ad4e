import { startPasses } from '../passes.ts'
import { eventLifeMs } from '../retention.ts'
import type { Services } from '../services.ts'

const everyMs = 3_600_000
const batch = 200

type PurgeServices = Pick<Services, 'store' | 'clock' | 'log'>

/** Removes deliveries of events past their retention. @returns the function that stops it */
export const startPurgingDeliveries = (services: PurgeServices): (() => Promise<void>) =>
  startPasses(services, { everyMs, failed: 'webhook.purge_failed' }, (isStopped) =>
    purgeDeliveries(services, isStopped),
  )

export async function purgeDeliveries(
  { store, clock }: Pick<Services, 'store' | 'clock'>,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const before = clock.verified() - eventLifeMs
  const where = [{ column: 'created_at', is: '<=', value: before }] as const
  for (let last = batch; last === batch && !isStopped(); ) {
    const rows = await store.list('webhook_delivery', { where, limit: batch })
    const writes = rows.map(
      ({ account_id, id }) => ({ op: 'delete', kind: 'webhook_delivery', account_id, id }) as const,
    )
    if (writes.length > 0) await store.commit({ writes })
    last = rows.length
  }
}
