import { setImmediate as nextTurn } from 'node:timers/promises'
import { startPasses } from './passes.ts'
import type { Services } from './services.ts'

/** How long an event is kept, ms: who was away for a whole quarter reads the resources anew (docs/security.md). */
export const eventLifeMs = 90 * 86_400_000
const everyMs = 3_600_000
/** Removed in one statement: a sale that waits for the database must not notice. */
const batch = 500

/**
 * Removes old events, from now on and then every hour, by verified time: a clock that jumped ahead must not empty the
 * log. What else is purged, and by whom, is in the table of docs/security.md.
 * @returns the function that stops it; resolves when the pass that is running has ended.
 */
export const startRetention = (services: Pick<Services, 'store' | 'clock' | 'log'>): (() => Promise<void>) =>
  startPasses(services, { everyMs, failed: 'retention.purge_failed' }, async (isStopped) => {
    const { store, clock, log } = services
    let removed = 0
    for (let last = batch; last === batch && !isStopped(); removed += last) {
      last = await store.purgeEvents({ before: clock.verified() - eventLifeMs, most: batch })
      // SQLite answers within the same turn: without this a million events would hold up every request.
      await nextTurn()
    }
    if (removed > 0) log.info({ events: removed }, 'retention.purged')
  })
