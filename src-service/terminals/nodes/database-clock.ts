/**
 * The time of the shared database without a query each time: the answer to the best recent query, advanced by the
 * monotonic clock. Nodes use it to agree on which of them a terminal connected to last.
 */
export interface DatabaseClock {
  /** ms since the epoch. @throws before the first `ask` */
  now(): number
  /** Queries the database. */
  ask(): Promise<number>
}

/** Uncertainty added per ms since the query, because the clocks of computers drift. */
const driftPerMs = 0.001

export function createDatabaseClock(
  databaseTime: () => Promise<number>,
  steady: () => number = () => performance.now(),
): DatabaseClock {
  /** `doubt`: maximum error, in ms. A query with a long round trip may be worse than an earlier one. */
  let best: { readonly time: number; readonly at: number; readonly doubt: number } | null = null
  return {
    now() {
      if (best === null) throw new Error('the clock of the database was read before it was measured')
      return Math.round(best.time + steady() - best.at)
    },
    async ask() {
      const before = steady()
      const time = await databaseTime()
      const after = steady()
      const doubt = after - before
      if (best === null || doubt <= best.doubt + (after - best.at) * driftPerMs) {
        best = { time, at: (before + after) / 2, doubt }
      }
      return time
    },
  }
}
