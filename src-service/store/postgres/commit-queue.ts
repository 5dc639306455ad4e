import type { WriteSet } from '../store.ts'
import type { Outcome, Pending } from './commit-batch.ts'
import { payloadOf } from './set-payload.ts'

interface Load {
  /** Statements in flight, except stuck ones. */
  readonly statements: number
  /** Number of sets in those statements. */
  readonly carried: number
  /** Number of sets that one more statement would carry, ignoring its size limit. */
  readonly next: number
  /** All sets, waiting and in flight. */
  readonly unsettled: number
}

/** Up to this many unsettled sets the load is low, and each set should wait as little as possible. */
const fewSets = 16

/**
 * Whether one more statement may start. Few statements per process are enough to keep the server busy, and larger ones
 * cost both sides less. Under low load up to four run at once. Under high load up to three do, and the second and third
 * wait until they would carry at least the average number of sets of those in flight.
 */
export const mayBegin = ({ statements, carried, next, unsettled }: Load): boolean =>
  unsettled > fewSets ? statements === 0 || (statements < 3 && next >= carried / statements) : statements < 4

/** Maximum time a statement waits for more sets to join it, in ms: a stuck statement must not hold up the rest. */
const longestHoldMs = 10
/**
 * A statement without an answer for this time, in ms, counts as stuck: what it waits for (a locked row, a dead
 * connection) need not block others.
 */
const stuckMs = 1_000
/** Maximum number of statements in flight, including stuck ones. */
const mostStatements = 4
/** Maximum number of sets in a statement; more bring no gain and make the first wait for the last. */
const maximumSets = 64
/** Maximum length of a statement's parameters, in characters, unless a single set is longer. */
const maximumCharacters = 1_000_000

interface Queued extends Pending {
  readonly number: number
  /** Number of earlier sets, waiting or in flight, that share a key with this one. */
  blockers: number
  readonly followers: Followers
}

/** Sets that share a key with an earlier set and wait for it. */
interface Followers {
  sets: Queued[]
}

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
  const ready = new Map<string, Queued[]>()
  /**
   * The followers of the last set that has a key. Not the set itself, which old tables of the map would keep alive
   * (docs/performance/service.md, What V8 makes slow).
   */
  const last = new Map<string, Followers>()
  let count = 0
  const underWay = new Set<Statement>()
  let lastBegan = 0
  let scheduled = false
  let unsettled = 0
  let whenIdle: (() => void)[] = []

  const enqueue = (one: Queued): void => {
    const { name } = one.payload.shape
    const queue = ready.get(name)
    if (queue === undefined) ready.set(name, [one])
    else queue.push(one)
  }

  /** Returns the queue of the shape whose first set has waited longest. */
  const nextQueue = (): Queued[] | undefined => {
    let queue: Queued[] | undefined
    for (const each of ready.values()) {
      if (queue === undefined || (each[0]?.number ?? 0) < (queue[0]?.number ?? 0)) queue = each
    }
    return queue
  }

  /** Removes and returns as many sets as fit into one statement. */
  const takeBatch = (queue: Queued[]): readonly Queued[] => {
    let size = 0
    let characters = 0
    for (const { payload } of queue) {
      characters += payload.json.length
      for (const text of payload.documents) characters += text.length
      if (size === maximumSets || (size > 0 && characters > maximumCharacters)) break
      size += 1
    }
    const batch = queue.splice(0, size)
    const name = batch[0]?.payload.shape.name
    if (queue.length === 0 && name !== undefined) ready.delete(name)
    return batch
  }

  const finish = (statement: Statement): void => {
    const { batch } = statement
    for (const one of batch) {
      const { followers, payload } = one
      for (const key of payload.keys) if (last.get(key) === followers) last.delete(key)
      for (const next of followers.sets) {
        next.blockers -= 1
        if (next.blockers === 0) enqueue(next)
      }
      followers.sets = []
    }
    underWay.delete(statement)
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
    for (let queue = nextQueue(); queue !== undefined; queue = nextQueue()) {
      if (underWay.size >= mostStatements) return
      const now = performance.now()
      const load = loadAt(now)
      if (!may({ ...load, next: queue.length })) {
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
      const statement = { batch: takeBatch(queue), began: now }
      underWay.add(statement)
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
    const followers: Followers = { sets: [] }
    const one: Queued = { set, payload, settle, number: count, blockers: 0, followers }
    for (const key of payload.keys) {
      const earlier = last.get(key)
      if (earlier !== undefined) {
        earlier.sets.push(one)
        one.blockers += 1
      }
      last.set(key, followers)
    }
    if (one.blockers > 0) return
    enqueue(one)
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
