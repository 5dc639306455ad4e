import type { WriteSet } from '../store.ts'
import type { Outcome, Pending } from './commit-batch.ts'
import { payloadOf } from './set-payload.ts'

/**
 * How many statements are under way at most. One process needs few of them to keep the server busy, and fewer carry more
 * sets each: so there are two where many sets wait, and four where few do, each of which then waits for less.
 */
export const lanesFor = (unsettled: number): number => (unsettled > 16 ? 2 : 4)
/** More sets in a statement win nothing, and let the first wait for the last. */
const maximumSets = 64
/** Characters of one statement's parameter, unless a single set has more. */
const maximumCharacters = 1_000_000

interface Queued extends Pending {
  readonly number: number
  /** Earlier sets, waiting or under way, that touch something this one touches too. */
  blockers: number
  readonly blocked: Queued[]
}

/**
 * Gathers the sets that wait into statements: sets of one shape travel together, those with something in common
 * one after the other in the order they came. A set that comes when nothing waits is sent at once.
 */
export function createCommitQueue(
  commitBatch: (batch: readonly Pending[]) => Promise<void>,
  lanes: (unsettled: number) => number = lanesFor,
) {
  const ready = new Map<string, Queued[]>()
  /** The last set that touches a key. */
  const last = new Map<string, Queued>()
  let count = 0
  let underWay = 0
  let scheduled = false
  let unsettled = 0
  let whenIdle: (() => void)[] = []

  const enqueue = (one: Queued): void => {
    const { name } = one.payload.shape
    const queue = ready.get(name)
    if (queue === undefined) ready.set(name, [one])
    else queue.push(one)
  }

  /** The shape whose first set waits longest, as many of them as go into a statement. */
  const takeBatch = (): readonly Queued[] => {
    let queue: Queued[] | undefined
    for (const each of ready.values()) {
      if (queue === undefined || (each[0]?.number ?? 0) < (queue[0]?.number ?? 0)) queue = each
    }
    if (queue === undefined) return []
    let size = 0
    let characters = 0
    for (const { payload } of queue) {
      characters += payload.json.length
      if (size === maximumSets || (size > 0 && characters > maximumCharacters)) break
      size += 1
    }
    const batch = queue.splice(0, size)
    const name = batch[0]?.payload.shape.name
    if (queue.length === 0 && name !== undefined) ready.delete(name)
    return batch
  }

  const finish = (batch: readonly Queued[]): void => {
    for (const one of batch) {
      for (const key of one.payload.keys) if (last.get(key) === one) last.delete(key)
      for (const next of one.blocked) {
        next.blockers -= 1
        if (next.blockers === 0) enqueue(next)
      }
    }
    underWay -= 1
    unsettled -= batch.length
    pump()
    if (unsettled > 0) return
    for (const resolve of whenIdle) resolve()
    whenIdle = []
  }

  const pump = (): void => {
    scheduled = false
    while (underWay < lanes(unsettled)) {
      const batch = takeBatch()
      if (batch.length === 0) return
      underWay += 1
      void commitBatch(batch).then(() => finish(batch))
    }
  }

  const add = (set: WriteSet, settle: Pending['settle']): void => {
    const payload = payloadOf(set)
    count += 1
    unsettled += 1
    const one: Queued = { set, payload, settle, number: count, blockers: 0, blocked: [] }
    for (const key of payload.keys) {
      const earlier = last.get(key)
      if (earlier !== undefined) {
        earlier.blocked.push(one)
        one.blockers += 1
      }
      last.set(key, one)
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
