import { ok } from '../../src-shared/result.ts'
import { runDecision } from '../commit.ts'
import type { Services } from '../services.ts'
import { firstRow, insertOf, nextRow, noAccount, updateOf } from '../store/row-writes.ts'

/**
 * The total by which a sandbox's time was moved forward. It is stored in a row, so that the time continues from there
 * after a restart and on every node of the database. Otherwise closed batches would be open again, and expired objects
 * valid again.
 */
export interface SandboxTime {
  /** Moves the time permanently, for every node. @param byMs ms */
  advance(byMs: number): Promise<void>
  /** Moves this process's clock forward to the sandbox's time. */
  catchUp(): Promise<void>
}

interface Advanced {
  readonly advanced_ms: number
}
const rowId = 'sandbox_time'

export function createSandboxTime(services: Pick<Services, 'store' | 'clock' | 'newId'>): SandboxTime {
  const { store, clock } = services
  /** The total by which this process's clock was moved, in ms. */
  let applied = 0
  const find = () => store.get<Advanced>('time_mark', noAccount, rowId)
  const apply = (total: number) => {
    const byMs = total - applied
    if (byMs <= 0) return
    applied = total
    clock.advance(byMs)
  }
  return {
    async advance(byMs) {
      const moved = await runDecision(services, {
        load: async () => ok(await find()),
        decide: (row, { now }) => {
          const total = (row?.document.advanced_ms ?? 0) + byMs
          const document: Advanced = { advanced_ms: total }
          const write =
            row === null
              ? insertOf('time_mark', firstRow(noAccount, rowId, document, now))
              : updateOf('time_mark', nextRow(row, document, now))
          return ok({ writes: [write], events: [], reply: total })
        },
      })
      if (!moved.ok) throw new Error(moved.error.message)
      apply(moved.value)
    },
    async catchUp() {
      apply((await find())?.document.advanced_ms ?? 0)
    },
  }
}
