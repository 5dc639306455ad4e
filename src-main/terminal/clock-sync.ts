/** When the terminal's clock is set: after the first connection, and every night outside business hours (4.4). */
export interface ClockSync {
  isDue(now: Date): boolean
  /** @returns a function to call once the terminal has accepted this time: its answer may take seconds */
  begin(now: Date): () => void
}

const nightlyHour = 3
/** Minimum change of the counter's own clock after which the terminal's is set again, in ms. */
const leastChangeMs = 5_000

/** @param elapsedMs a monotonic clock, in ms */
export function createClockSync(elapsedMs: () => number = () => performance.now()): ClockSync {
  let last: { readonly at: Date; readonly elapsedMs: number } | null = null
  return {
    isDue(now) {
      if (last === null || lastNight(now).getTime() > last.at.getTime()) return true
      // If the counter's own clock was changed since, the terminal was set to the wrong time.
      const setByMs = now.getTime() - last.at.getTime() - (elapsedMs() - last.elapsedMs)
      return Math.abs(setByMs) > leastChangeMs
    },
    begin(now) {
      const begun = { at: now, elapsedMs: elapsedMs() }
      return () => {
        last = begun
      }
    },
  }
}

/** The latest 3 o'clock, local time, that has passed. */
function lastNight(now: Date): Date {
  const night = new Date(now)
  night.setHours(nightlyHour, 0, 0, 0)
  if (night.getTime() > now.getTime()) night.setDate(night.getDate() - 1)
  return night
}
