/** A terminal's time source. Has the service's clock interface, so that a terminal inside the service shares it. */
export interface DeviceClock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Runs `task` once after `delayMs`. @returns a function that cancels it. */
  after(delayMs: number, task: () => void): () => void
}

export const systemClock: DeviceClock = {
  now: () => Date.now(),
  after(delayMs, task) {
    const timer = setTimeout(task, delayMs)
    return () => clearTimeout(timer)
  },
}
