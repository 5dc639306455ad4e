import type { DeviceClock } from './device-clock.ts'

/** How wrong a terminal's clock is. */
export interface ClockError {
  /** How far it runs ahead, ms; negative when it is behind. */
  readonly offsetMs: number
  /** How much further ahead it gets with every hour, ms; negative when it loses time. */
  readonly driftMsPerHour: number
}

export const rightClock: ClockError = { offsetMs: 0, driftMsPerHour: 0 }

const hourMs = 3_600_000

/** The clock inside the terminal. Setting it right does not stop it from drifting. */
export interface OwnClock {
  /** What it shows, ms since the epoch. */
  now(): number
  /** @returns how far it ran ahead before, ms. */
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
