import type { WriteSet } from '../store.ts'
import type { Outcome, Pending } from './commit-batch.ts'
import { payloadOf } from './set-payload.ts'

interface Load {
  /** Statements under way, without those that are stuck. */
  readonly statements: number
  /** The sets that they carry. */
  readonly carried: number
  /** The sets that one more would carry, if it had room for all. */
  readonly next: number
  /** All sets, those that wait and those under way. */
  readonly unsettled: number
}

/** So many sets at once are few, each of which may wait for as little as it can. */
const fewSets = 16

/**
 * Whether one more statement begins. One process needs few of them to keep the server busy, and fewer carry more sets each,
 * which costs both sides less: four where few sets wait; where many do three, of which the second and the third wait until they
 * carry as many as those under way do.
 */
export const mayBegin = ({ statements, carried, next, unsettled }: Load): boolean =>
  unsettled > fewSets ? statements === 0 || (statements < 3 && next >= carried / statements) : statements < 4

/** So long a statement waits for others to join it, ms: one that is stuck must not hold up the rest. */
const longestHoldMs = 10
/**
 * A statement that has had no answer for so long is stuck, ms: what it waits for (a row that somebody holds, a line that is gone) need not
 * be in the way of others.
 */
const stuckMs = 1_000
/** Stuck ones, too. */
const mostStatements = 4
/** More sets in a statement win nothing, and let the first wait for the last. */
const maximumSets = 64
/** Characters of one statement's parameter, unless a single set has more. */
const maximumCharacters = 1_000_000

interface Queued extends Pending {
  readonly number: number
  /** Earlier sets, waiting or under way, that touch something this one touches too. */
  blockers: number
  readonly followers: Followers
}

/** Sets that touch something an earlier one touches, and wait for it. */
interface Followers {
  sets: Queued[]
}

interface Statement {
  readonly batch: readonly Queued[]
  /** By the steady clock, ms. */
  readonly began: number
}

/**
 * Gathers the sets that wait into statements: sets of one shape travel together, those with something in common
 * one after the other in the order they came. A set that comes when nothing waits is sent at once.
 */
export function createCommitQueue(
  commitBatch: (batch: readonly Pending[]) => Promise<void>,
  may: (load: Load) => boolean = mayBegin,
) {
  const ready = new Map<string, Queued[]>()
  /**
   * Of the last set that touches a key. Not the set itself, which dead tables of the map would hold on to
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

  /** The shape whose first set waits longest. */
  const nextQueue = (): Queued[] | undefined => {
    let queue: Queued[] | undefined
    for (const each of ready.values()) {
      if (queue === undefined || (each[0]?.number ?? 0) < (queue[0]?.number ?? 0)) queue = each
    }
    return queue
  }

  /** As many of them as go into a statement. */
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

  /** @returns looks again after so long, once however often it is called meanwhile */
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
    // Those that are asked for within this turn of the event loop go together.
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
    /** Resolves when every set that was asked for is settled. */
    idle: (): Promise<void> =>
      unsettled === 0 ? Promise.resolve() : new Promise((resolve) => whenIdle.push(resolve)),
  }
}
