/** The time of a terminal. Has the shape of the service's clock, so that a terminal inside it shares its time. */
export interface DeviceClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs `task` once after `delayMs`. @returns the function that calls it off. */
  after(delayMs: number, task: () => void): () => void
}

export const systemClock: DeviceClock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs)
    return () => clearTimeout(timer)
  },
}
