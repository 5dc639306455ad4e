import { createSharedLooks } from './shared-looks.ts'

const maximumKept = 10_000

interface KeptLooksOptions<Found> {
  readonly read: (name: string) => Promise<Found | null>
  /** How long a cached value is used without reading it again, in ms. */
  readonly keptForMs: number
  /** In ms of any monotonic clock. */
  readonly now: () => number
}

/** Caches, by name, values that every request needs. When a value has expired, concurrent requests share one read. */
export function createKeptLooks<Found>({ read, keptForMs, now }: KeptLooksOptions<Found>) {
  const kept = new Map<string, { readonly found: Found; readonly until: number }>()
  let forgotten = 0
  const looks = createSharedLooks(async (name): Promise<Found | null> => {
    const before = forgotten
    const found = await read(name)
    // A missing value is not cached: a client that tries many names must not fill the memory.
    if (found === null) return null
    if (kept.size >= maximumKept) {
      for (const [one, { until }] of kept) if (Number.isFinite(until)) kept.delete(one)
    }
    // A value that was read during a change may be outdated.
    if (before === forgotten) kept.set(name, { found, until: now() + keptForMs })
    return found
  })
  return {
    /** Returns synchronously if the value is cached, which is nearly always the case. */
    at(name: string): Found | Promise<Found | null> {
      const known = kept.get(name)
      return known !== undefined && known.until > now() ? known.found : looks.at(name)
    },
    /** Drops the cached value, so that this process sees a change at once. */
    forget(name: string): void {
      forgotten += 1
      kept.delete(name)
      looks.forget(name)
    },
    /** Keeps a value that is in no store until this process ends. */
    admit: (name: string, found: Found): void =>
      void kept.set(name, { found, until: Number.POSITIVE_INFINITY }),
  }
}
