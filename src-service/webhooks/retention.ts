import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Services } from '../services.ts'
import { startPasses } from '../time/passes.ts'

/**
 * How long an event is kept, in ms: a client that was away for a whole quarter reads the resources again
 * (docs/security.md).
 */
export const eventLifeMs = 90 * 86_400_000
const everyMs = 3_600_000
/** Events removed per statement; few, so that sales do not wait noticeably for the database. */
const batch = 500

/**
 * Removes old events now and then every hour, by verified time, so that a clock that jumped ahead does not empty the
 * log. Other purges are listed in the table of docs/security.md.
 * @returns the function that stops it; resolves when the current pass has ended.
 */
export const startRetention = (services: Pick<Services, 'store' | 'clock' | 'log'>): (() => Promise<void>) =>
  startPasses(services, { everyMs, failed: 'retention.purge_failed' }, async (isStopped) => {
    const { store, clock, log } = services
    let removed = 0
    for (let last = batch; last === batch && !isStopped(); removed += last) {
      last = await store.purgeEvents({ before: clock.verified() - eventLifeMs, most: batch })
      // SQLite answers synchronously: without this, a million events would block every request.
      await nextTurn()
    }
    if (removed > 0) log.info({ events: removed }, 'retention.purged')
  })
