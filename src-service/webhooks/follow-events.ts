import type { Event } from '../../src-shared/api/schemas/event.ts'

/** How much later than newer events an event may appear in the list, in ms: its commit takes time after its id is made. */
const overlapMs = 10_000

/** Reads a page of `events.list`, newest first. */
export type ReadEvents = (query: { readonly ending_before?: string; readonly limit: number }) => Promise<{
  readonly data: readonly Event[]
  readonly meta: { readonly has_more: boolean }
}>

const limit = 50

/**
 * Follows the list of events from now on. Each poll reads the last seconds again: events are ordered by their ids, and
 * concurrent commits, perhaps of other nodes, may not become visible in that order.
 * @returns a function that returns the events that are new since its last call, oldest first
 */
export async function followEvents(read: ReadEvents): Promise<() => Promise<readonly Event[]>> {
  const { data } = await read({ limit })
  // Sorts before every event id.
  let cursor = data.at(-1)?.id ?? 'evt_0'
  /** The creation times of the known events after the cursor, by id, in ms. */
  const known = new Map(data.map(({ id, created_at }) => [id, Date.parse(created_at)]))
  return async () => {
    const found: Event[] = []
    for (let from = cursor, isOver = false; !isOver; ) {
      const page = await read({ ending_before: from, limit })
      found.push(...[...page.data].reverse().filter(({ id }) => !known.has(id)))
      from = page.data[0]?.id ?? from
      isOver = !page.meta.has_more
    }
    for (const { id, created_at } of found) known.set(id, Date.parse(created_at))
    const newest = Math.max(...known.values())
    const settled = [...known].filter(([, at]) => at < newest - overlapMs).map(([id]) => id)
    for (const id of settled) {
      known.delete(id)
      if (id > cursor) cursor = id
    }
    return found
  }
}
