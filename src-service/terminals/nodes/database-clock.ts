/**
 * The time of the database that nodes share, without a question each time: the answer to the last good one, carried on by
 * the monotonic clock. By it two nodes agree which of them a terminal was linked with last.
 */
export interface DatabaseClock {
  /** ms since the epoch. @throws before the first `ask` */
  now(): number
  /** Asks the database. */
  ask(): Promise<number>
}

/** How much less a time is worth for each ms since it was asked for: clocks of computers drift apart. */
const driftPerMs = 0.001

export function createDatabaseClock(
  databaseTime: () => Promise<number>,
  steady: () => number = () => performance.now(),
): DatabaseClock {
  /** `doubt`: by so much it may be wrong, ms. An answer that was long under way says less than one of before. */
  let best: { readonly time: number; readonly at: number; readonly doubt: number } | null = null
  return {
    now() {
      if (best === null) throw new Error('the time of the database was not asked for yet')
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
