/** A map that keeps only the newest entries, for a process that runs for weeks and must not keep one for each sale. */
export interface NewestEntries<Value> {
  get(key: string): Value | undefined
  /** An entry that is set again becomes the newest. */
  set(key: string, value: Value): void
  delete(key: string): void
}

/** @param most the maximum number of entries */
export function createNewestEntries<Value>(most: number): NewestEntries<Value> {
  const entries = new Map<string, Value>()
  return {
    get: (key) => entries.get(key),
    set(key, value) {
      // A map keeps its keys in insertion order.
      entries.delete(key)
      entries.set(key, value)
      // Checked first: finding the first key takes time, since it skips all keys deleted before it.
      if (entries.size <= most) return
      const [oldest] = entries.keys()
      if (oldest !== undefined) entries.delete(oldest)
    },
    delete: (key) => void entries.delete(key),
  }
}

/** A set of the ids that were added last. */
export interface NewestIds {
  has(id: string): boolean
  add(id: string): void
}

/** @param most the maximum number of ids */
export function createNewestIds(most: number, first: readonly string[] = []): NewestIds {
  const ids = createNewestEntries<true>(most)
  const add = (id: string): void => ids.set(id, true)
  first.forEach(add)
  return { has: (id) => ids.get(id) === true, add }
}
