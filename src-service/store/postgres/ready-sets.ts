import type { Queued } from './key-order.ts'

/** Maximum number of sets in a statement; more bring no gain and make the first wait for the last. */
const maximumSets = 64
/** Maximum length of a statement's parameters, in characters, unless a single set is longer. */
const maximumCharacters = 1_000_000

/** The sets that wait for nothing but a statement, by their shape. */
export function createReadySets() {
  const queues = new Map<string, Queued[]>()
  return {
    add(one: Queued): void {
      const { name } = one.payload.shape
      const queue = queues.get(name)
      if (queue === undefined) queues.set(name, [one])
      else queue.push(one)
    },
    /** Returns the queue of the shape whose first set has waited longest. */
    next(): Queued[] | undefined {
      let queue: Queued[] | undefined
      for (const each of queues.values()) {
        if (queue === undefined || (each[0]?.number ?? 0) < (queue[0]?.number ?? 0)) queue = each
      }
      return queue
    },
    /** Removes and returns as many sets as fit into one statement. */
    takeBatch(queue: Queued[]): readonly Queued[] {
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
      if (queue.length === 0 && name !== undefined) queues.delete(name)
      return batch
    },
  }
}
