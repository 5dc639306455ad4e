/** When the terminal's clock is set: after the first connection, and every night outside business hours (4.4). */
export interface ClockSync {
  isDue(now: Date): boolean
  /** @returns what is called once the terminal has taken this time: it may take seconds to answer */
  begin(now: Date): () => void
}

const nightlyHour = 3
/** By how much the counter's own clock must have been set for the terminal's to be set again, ms. */
const leastChangeMs = 5_000

/** @param elapsedMs time that passes whatever the clock is set to, ms */
export function createClockSync(elapsedMs: () => number = () => performance.now()): ClockSync {
  let last: { readonly at: Date; readonly elapsedMs: number } | null = null
  return {
    isDue(now) {
      if (last === null || lastNight(now).getTime() > last.at.getTime()) return true
      // A counter whose own clock was set since has set the terminal's to the wrong time.
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
