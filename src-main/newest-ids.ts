/** The ids that were added last: a counter runs for weeks, and must not keep one of each sale. */
export interface NewestIds {
  has(id: string): boolean
  add(id: string): void
}

/** @param most so many are kept */
export function createNewestIds(most: number, first: readonly string[] = []): NewestIds {
  const ids = new Set<string>()
  function add(id: string): void {
    ids.delete(id)
    ids.add(id)
    for (const oldest of ids) {
      if (ids.size <= most) return
      ids.delete(oldest)
    }
  }
  first.forEach(add)
  return { has: (id) => ids.has(id), add }
}
