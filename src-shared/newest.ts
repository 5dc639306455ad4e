/** A map that keeps only the newest entries, for a process that runs for weeks and must not keep one for each sale. */
export interface NewestEntries<Value> {
  get(key: string): Value | undefined
  /** An entry that is set again becomes the newest. */
  set(key: string, value: Value): void
  delete(key: string): void
  clear(): void
}

/**
 * A value's place, which is used again when the entry is removed: V8 keeps old tables of a map alive, and with them what
 * was made for its values (docs/performance/service.md, What V8 makes slow).
 */
interface Slot<Value> {
  value: Value | null
}

/** @param most the maximum number of entries */
export function createNewestEntries<Value extends NonNullable<unknown>>(most: number): NewestEntries<Value> {
  // A map keeps its keys in insertion order.
  const slots = new Map<string, Slot<Value>>()
  const free: Slot<Value>[] = []
  const remove = (key: string): void => {
    const slot = slots.get(key)
    if (slot === undefined) return
    slots.delete(key)
    slot.value = null
    free.push(slot)
  }
  return {
    get: (key) => slots.get(key)?.value ?? undefined,
    set(key, value) {
      remove(key)
      const slot = free.pop() ?? { value: null }
      slot.value = value
      slots.set(key, slot)
      // Checked first: finding the first key takes time, since it skips all keys deleted before it.
      if (slots.size <= most) return
      const [oldest] = slots.keys()
      if (oldest !== undefined) remove(oldest)
    },
    delete: remove,
    clear() {
      for (const key of [...slots.keys()]) remove(key)
    },
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
