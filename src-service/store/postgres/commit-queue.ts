import type { WriteSet } from '../store.ts'
import type { Outcome, Pending } from './commit-batch.ts'
import { createKeyOrder, type Queued } from './key-order.ts'
import { createReadySets } from './ready-sets.ts'
import { payloadOf } from './set-payload.ts'
import { type Load, mayBegin } from './statement-load.ts'

/** Maximum time a statement waits for more sets to join it, in ms: a stuck statement must not hold up the rest. */
const longestHoldMs = 10
/**
 * A statement without an answer for this time, in ms, counts as stuck: what it waits for (a locked row, a dead
 * connection) need not block others.
 */
const stuckMs = 1_000
/** Maximum number of statements in flight, including stuck ones. */
const mostStatements = 4

interface Statement {
  readonly batch: readonly Queued[]
  /** Monotonic time, in ms. */
  readonly began: number
}

/**
 * Groups waiting sets into statements: sets of one shape share a statement, and sets with a key in common run one after
 * the other in their order of arrival. A set that arrives when nothing waits is sent at once.
 */
export function createCommitQueue(
  commitBatch: (batch: readonly Pending[]) => Promise<void>,
  may: (load: Load) => boolean = mayBegin,
) {
  const ready = createReadySets()
  const order = createKeyOrder()
  let count = 0
  /** No set, whose old tables would keep the statements' rows alive (docs/performance/service.md, What V8 makes slow). */
  const underWay: Statement[] = []
  let lastBegan = 0
  let scheduled = false
  let unsettled = 0
  let whenIdle: (() => void)[] = []

  const finish = (statement: Statement): void => {
    const { batch } = statement
    for (const one of batch) order.leave(one, ready.add)
    underWay.splice(underWay.indexOf(statement), 1)
    unsettled -= batch.length
    pump()
    if (unsettled > 0) return
    for (const resolve of whenIdle) resolve()
    whenIdle = []
  }

  const loadAt = (now: number): Omit<Load, 'next'> => {
    let statements = 0
    let carried = 0
    for (const { began, batch } of underWay) {
      if (now - began >= stuckMs) continue
      statements += 1
      carried += batch.length
    }
    return { statements, carried, unsettled }
  }

  const pump = (): void => {
    scheduled = false
    for (let queue = ready.next(); queue !== undefined; queue = ready.next()) {
      if (underWay.length >= mostStatements) return
      const now = performance.now()
      const load = loadAt(now)
      if (!may({ ...load, next: queue.sets.length })) {
        const waitsForMore = may({ ...load, next: Number.POSITIVE_INFINITY })
        if (!waitsForMore) {
          lookForStuck()
          return
        }
        if (now - lastBegan < longestHoldMs) {
          lookAgain()
          return
        }
      }
      const statement = { batch: ready.takeBatch(queue), began: now }
      underWay.push(statement)
      lastBegan = now
      void commitBatch(statement.batch).then(() => finish(statement))
    }
  }

  /** @returns a function that schedules one `pump` after `afterMs`; calls while it is scheduled have no effect */
  const createLook = (afterMs: number, holdsProcess: boolean): (() => void) => {
    let isPlanned = false
    return () => {
      if (isPlanned) return
      isPlanned = true
      const timer = setTimeout(() => {
        isPlanned = false
        pump()
      }, afterMs)
      if (!holdsProcess) timer.unref()
    }
  }
  const lookAgain = createLook(longestHoldMs, true)
  const lookForStuck = createLook(stuckMs, false)

  const add = (set: WriteSet, settle: Pending['settle']): void => {
    const payload = payloadOf(set)
    count += 1
    unsettled += 1
    const one: Queued = { set, payload, settle, number: count, blockers: 0, followers: { sets: [] } }
    order.join(one)
    if (one.blockers > 0) return
    ready.add(one)
    if (scheduled) return
    // Commits requested within this turn of the event loop go together.
    scheduled = true
    setImmediate(pump)
  }

  return {
    commit: (set: WriteSet): Promise<Outcome> =>
      new Promise((resolve, reject) => {
        add(set, (result) => {
          if ('error' in result) reject(result.error)
          else resolve(result.outcome)
        })
      }),
    waiting: () => unsettled,
    /** Resolves when all sets are settled. */
    idle: (): Promise<void> =>
      unsettled === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve)),
  }
}
