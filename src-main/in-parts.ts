import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * A long list in parts of at most so many. Others have their turn after each: a sale goes on while a day of sales is added
 * up. A part should take a few milliseconds.
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

/** What is found in each item of a long list, in their order. */
export async function findInParts<Item, Found>(
  items: Iterable<Item>,
  most: number,
  find: (item: Item) => readonly Found[],
): Promise<Found[]> {
  const found: Found[] = []
  for await (const part of inParts(items, most)) found.push(...part.flatMap(find))
  return found
}
