import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Services } from '../services.ts'
import { startPasses } from '../time/passes.ts'
import { nextRow, updateOf } from './row-writes.ts'
import type { Condition, Kind } from './store.ts'

/** Repeats, because nodes of an older version may still write rows without the mark. */
const everyMs = 3_600_000
/** Rows per commit; small, so that sales do not wait noticeably for the database. */
const batch = 50
const unmarked: readonly (readonly [Kind, Condition])[] = [
  ['application', { column: 'folded', is: '=', value: 0 }],
  ['location', { column: 'folded', is: '=', value: 0 }],
  ['customer', { column: 'folded', is: '=', value: 0 }],
  ['payment_intent', { column: 'folded', is: 'null' }],
]

/**
 * Rewrites rows of older versions so that applications, locations and customers are found by a part of their names
 * (migrations 34 and 35), and intents by their words (39). The documents do not change.
 * @returns the function that stops it; resolves when the current pass has ended.
 */
export const startFolding = (services: Pick<Services, 'store' | 'clock' | 'log'>): (() => Promise<void>) =>
  startPasses(services, { everyMs, failed: 'store.fold_failed' }, async (isStopped) => {
    const { store, log } = services
    let written = 0
    for (const [kind, isUnmarked] of unmarked) {
      for (;;) {
        const rows = isStopped()
          ? []
          : await store.list<{ readonly id: string }>(kind, { where: [isUnmarked], limit: batch })
        if (rows.length === 0) break
        const writes = rows.map((row) => updateOf(kind, nextRow(row, row.document, row.updated_at)))
        // On a conflict another writer has changed one of the rows, and so marked it: it is not listed again.
        if ((await store.commit({ writes })).ok) written += rows.length
        await nextTurn()
      }
    }
    if (written > 0) log.info({ rows: written }, 'store.names_folded')
  })
