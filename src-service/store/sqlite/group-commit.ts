import type { Result } from '../../../src-shared/result.ts'
import type { CommitFailure } from '../store.ts'
import type { Settled } from './commit-batch.ts'
import type { PreparedSet, SetWriter } from './write-set.ts'

type Outcome = Result<number, CommitFailure>

interface Waiting {
  readonly set: PreparedSet
  readonly resolve: (outcome: Outcome) => void
  readonly reject: (error: unknown) => void
}

/** Maximum number of sets in a transaction: more would make the first wait too long for the last. */
const maximumBatch = 512

/**
 * Writes in this thread. All commits requested within one turn of the event loop share a transaction, hence one fsync.
 */
export function createGroupCommit(
  commitBatch: (sets: readonly PreparedSet[]) => readonly Settled[],
): SetWriter {
  let waiting: Waiting[] = []

  const flush = (): void => {
    if (waiting.length === 0) return
    const batch = waiting.slice(0, maximumBatch)
    waiting = waiting.slice(maximumBatch)
    if (waiting.length > 0) setImmediate(flush)
    try {
      const settled = commitBatch(batch.map(({ set }) => set))
      batch.forEach(({ resolve, reject }, index) => {
        const one = settled[index]
        if (one === undefined) reject(new Error('a write set was left out of its batch'))
        else if ('error' in one) reject(one.error)
        else resolve(one.outcome)
      })
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return {
    write: (set) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) setImmediate(flush)
        waiting.push({ set, resolve, reject })
      }),
    waiting: () => waiting.length,
    close: async () => {
      while (waiting.length > 0) flush()
    },
  }
}
