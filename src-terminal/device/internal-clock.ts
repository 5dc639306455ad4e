import type { DeviceClock } from './device-clock.ts'

/** The error of a terminal's clock. */
export interface ClockError {
  /** How far it is ahead, in ms; negative if it is behind. */
  readonly offsetMs: number
  /** How much further ahead it gets per hour, in ms; negative if it loses time. */
  readonly driftMsPerHour: number
}

export const rightClock: ClockError = { offsetMs: 0, driftMsPerHour: 0 }

const hourMs = 3_600_000

/** The clock inside the terminal. Setting it does not stop its drift. */
export interface OwnClock {
  /** The time it shows, in ms since the epoch. */
  now(): number
  /** @returns how far it was ahead before, in ms. */
  setTo(right: number): number
  misset(error: ClockError): void
}

export function createOwnClock(time: DeviceClock, wrong: ClockError): OwnClock {
  let error = wrong
  let since = time.now()
  const now = () => {
    const passed = time.now() - since
    return Math.round(time.now() + error.offsetMs + (error.driftMsPerHour * passed) / hourMs)
  }
  const misset = (next: ClockError) => {
    error = next
    since = time.now()
  }
  return {
    now,
    setTo(right) {
      const ahead = now() - right
      misset({ ...error, offsetMs: right - time.now() })
      return ahead
    },
    misset,
  }
}
