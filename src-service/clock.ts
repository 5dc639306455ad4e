/**
 * The service's time. Every timer of the service runs on it, so that a sandbox may advance the clock and what
 * falls due (session expiry, transaction time-outs) happens as if the time had passed.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs `task` once after `delayMs` of this clock. @returns the function that calls it off. */
  after(delayMs: number, task: () => void): () => void
}

export interface AdjustableClock extends Clock {
  /** Moves the clock forward and runs every timer that has fallen due, in order. */
  advance(byMs: number): void
}

export const isoTime = (ms: number): string => new Date(ms).toISOString()
