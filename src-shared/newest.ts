/** A map that keeps the entries that were set last: what runs for weeks must not keep one of each sale. */
export interface NewestEntries<Value> {
  get(key: string): Value | undefined
  /** An entry that is set again is as new as the last. */
  set(key: string, value: Value): void
  delete(key: string): void
}

/** @param most so many are kept */
export function createNewestEntries<Value>(most: number): NewestEntries<Value> {
  const entries = new Map<string, Value>()
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      // A map has its keys in the order in which they came.
      entries.delete(key)
      entries.set(key, value)
      // The first key is searched for past all that were deleted before it.
      if (entries.size <= most) return
      const [oldest] = entries.keys()
      if (oldest !== undefined) entries.delete(oldest)
    },
    delete: (key) => void entries.delete(key),
  }
}

/** The ids that were added last. */
export interface NewestIds {
  has(id: string): boolean
  add(id: string): void
}

/** @param most so many are kept */
export function createNewestIds(most: number, first: readonly string[] = []): NewestIds {
  const ids = createNewestEntries<true>(most)
  const add = (id: string): void => ids.set(id, true)
  first.forEach(add)
  return { has: (id) => ids.get(id) === true, add }
}
