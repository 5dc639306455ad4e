import type { Queued } from './key-order.ts'

/** Maximum number of sets in a statement; more bring no gain and make the first wait for the last. */
const maximumSets = 64
/**
 * Maximum length of a statement's parameters, in characters, unless a single set is longer. V8 gives a string of more
 * than 128 KiB memory of its own, each time anew (docs/performance/service.md, What V8 makes slow).
 */
const maximumCharacters = 120_000

/** The sets of one shape. */
export interface ReadyQueue {
  sets: readonly Queued[]
}
interface Queue extends ReadyQueue {
  /** Always a new list after sets were taken: of one that shrinks and grows, V8 leaves old copies behind. */
  sets: Queued[]
}

/** The sets that wait for nothing but a statement, by their shape. */
export function createReadySets() {
  /** Of each shape so far, which are few: an emptied one stays (docs/performance/service.md, What V8 makes slow). */
  const queues = new Map<string, Queue>()
  return {
    add(one: Queued): void {
      const { name } = one.payload.shape
      const queue = queues.get(name)
      if (queue === undefined) queues.set(name, { sets: [one] })
      else queue.sets.push(one)
    },
    /** Returns the queue of the shape whose first set has waited longest. */
    next(): ReadyQueue | undefined {
      let queue: Queue | undefined
      for (const each of queues.values()) {
        const [first] = each.sets
        if (first !== undefined && first.number < (queue?.sets[0]?.number ?? Number.POSITIVE_INFINITY))
          queue = each
      }
      return queue
    },
    /** Removes and returns as many sets as fit into one statement. */
    takeBatch(queue: ReadyQueue): readonly Queued[] {
      const { sets } = queue
      let size = 0
      let characters = 0
      for (const { payload } of sets) {
        characters += payload.json.length
        for (const text of payload.documents) characters += text.length
        if (size === maximumSets || (size > 0 && characters > maximumCharacters)) break
        size += 1
      }
      queue.sets = sets.slice(size)
      return size === sets.length ? sets : sets.slice(0, size)
    },
  }
}
