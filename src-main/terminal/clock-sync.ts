/** When the terminal's clock is set: after the first connection, and every night outside business hours (4.4). */
export interface ClockSync {
  isDue(now: Date): boolean
  done(now: Date): void
}

const nightlyHour = 3

export function createClockSync(): ClockSync {
  let last: Date | null = null
  return {
    // A counter whose own clock was set back has set the terminal's to the wrong time.
    isDue: (now) =>
      last === null || lastNight(now).getTime() > last.getTime() || now.getTime() < last.getTime(),
    done: (now) => {
      last = now
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
