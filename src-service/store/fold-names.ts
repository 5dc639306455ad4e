import { setImmediate as nextTurn } from 'node:timers/promises'
import { startPasses } from '../passes.ts'
import type { Services } from '../services.ts'
import { nextRow, updateOf } from './row-writes.ts'
import type { Condition, Kind } from './store.ts'

/** Again now and then: a former version beside this one writes rows without the mark. */
const everyMs = 3_600_000
/** Rows in one commit: a sale that waits for the database must not notice. */
const batch = 50
const unmarked: readonly (readonly [Kind, Condition])[] = [
  ['application', { column: 'folded', is: '=', value: 0 }],
  ['location', { column: 'folded', is: '=', value: 0 }],
  ['customer', { column: 'folded', is: '=', value: 0 }],
  ['payment_intent', { column: 'folded', is: 'null' }],
]

/**
 * Writes the rows anew that a former version wrote, so that they are found by a part of their names (migrations 34 and 35), and intents by their words (39). Nothing
 * that is shown of them changes.
 * @returns the function that stops it; resolves when the pass that is running has ended.
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
        // Changed by somebody else since: then it is not listed again.
        if ((await store.commit({ writes })).ok) written += rows.length
        await nextTurn()
      }
    }
    if (written > 0) log.info({ rows: written }, 'store.names_folded')
  })
