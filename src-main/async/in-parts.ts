import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Yields a long list in parts of at most `most` items, with a turn of the event loop after each: a sale goes on while a
 * day of sales is added up. A part should take a few milliseconds.
 */
export async function* inParts<Item>(items: Iterable<Item>, most: number): AsyncGenerator<readonly Item[]> {
  let part: Item[] = []
  for (const item of items) {
    part.push(item)
    if (part.length < most) continue
    yield part
    part = []
    await nextTurn()
  }
  if (part.length > 0) yield part
}

/** Applies `find` to each item of a long list and returns all results in order. */
export async function findInParts<Item, Found>(
  items: Iterable<Item>,
  most: number,
  find: (item: Item) => readonly Found[],
): Promise<Found[]> {
  const found: Found[] = []
  for await (const part of inParts(items, most)) found.push(...part.flatMap(find))
  return found
}
