import { createSharedLooks } from './shared-looks.ts'

const maximumKept = 10_000

interface KeptLooksOptions<Found> {
  readonly read: (name: string) => Promise<Found | null>
  /** How long what was found is trusted without a look, ms. */
  readonly keptForMs: number
  /** Milliseconds of any steady clock. */
  readonly now: () => number
}

/** What every request needs, looked up by a name: kept for a moment, and looked up once for all who ask when that has passed. */
export function createKeptLooks<Found>({ read, keptForMs, now }: KeptLooksOptions<Found>) {
  const kept = new Map<string, { readonly found: Found; readonly until: number }>()
  let forgotten = 0
  const looks = createSharedLooks(async (name): Promise<Found | null> => {
    const before = forgotten
    const found = await read(name)
    // What is not there is not kept: whoever tries many names must not fill the memory.
    if (found === null) return null
    if (kept.size >= maximumKept) {
      for (const [one, { until }] of kept) if (Number.isFinite(until)) kept.delete(one)
    }
    // What was read while something changed may be as it was before.
    if (before === forgotten) kept.set(name, { found, until: now() + keptForMs })
    return found
  })
  return {
    /** At once where it is kept, which is nearly always. */
    at(name: string): Found | Promise<Found | null> {
      const known = kept.get(name)
      return known !== undefined && known.until > now() ? known.found : looks.at(name)
    },
    /** Makes a change visible at once in this process. */
    forget(name: string): void {
      forgotten += 1
      kept.delete(name)
      looks.forget(name)
    },
    /** Keeps what is in no store for as long as this process runs. */
    admit: (name: string, found: Found): void =>
      void kept.set(name, { found, until: Number.POSITIVE_INFINITY }),
  }
}
