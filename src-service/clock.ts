/**
 * The service's time. Every timer of the service runs on it, so that a sandbox may advance the clock and what
 * falls due (session expiry, transaction time-outs) happens as if the time had passed.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /**
   * The time that has surely come, ms since the epoch: what cannot be undone (a void, a key freed) goes by this
   * (verified-time.ts). Setting the computer's time does not move it.
   */
  verified(): number
  /** A verified time as the database dates it: what others are shown. They differ while a jump is doubted. @param ms verified */
  dated(ms: number): number
  /** Monotonic, ms from any beginning: how long something has taken in this process. */
  steady(): number
  /** Runs `task` once after `delayMs` of this clock. @returns the function that calls it off. */
  after(delayMs: number, task: () => void): () => void
}

export interface AdjustableClock extends Clock {
  /** Moves the clock forward and runs every timer that has fallen due, in order. */
  advance(byMs: number): void
  /** Verified time is now this, ms, and so much is doubted; what the clock was moved forward by is added. */
  verify(timeMs: number, doubtedMs?: number): void
}

let lastMs = Number.NaN
let lastIso = ''

/** ISO 8601 in UTC. Asked for many times within one millisecond, hence the last one is kept. */
export function isoTime(ms: number): string {
  if (ms === lastMs) return lastIso
  lastIso = new Date(ms).toISOString()
  lastMs = ms
  return lastIso
}

/** setTimeout counts to 2^31 - 1 ms and no further. */
const longestTimeoutMs = 2 ** 31 - 1

/**
 * The computer's time, which a sandbox may move forward. Timers run on the steady clock: setting the computer's
 * time neither delays nor hastens them.
 *
 * @param wall the computer's time, ms since the epoch
 */
export function createClock(wall: () => number = Date.now): AdjustableClock {
  interface Timer {
    readonly dueAt: number
    readonly task: () => void
    timeout: NodeJS.Timeout | undefined
  }
  const timers = new Set<Timer>()
  /** How far this clock was moved, ms. */
  let advanced = 0
  const steady = () => performance.now() + advanced
  let verified = { time: wall(), at: steady(), doubted: 0 }

  const run = (timer: Timer) => {
    clearTimeout(timer.timeout)
    if (timers.delete(timer)) timer.task()
  }
  const arm = (timer: Timer) => {
    clearTimeout(timer.timeout)
    const wait = Math.min(Math.max(timer.dueAt - steady(), 0), longestTimeoutMs)
    timer.timeout = setTimeout(() => (timer.dueAt <= steady() ? run(timer) : arm(timer)), wait)
    // A timer alone does not keep the process: the server does.
    timer.timeout.unref()
  }
  const nextDue = (until: number): Timer | undefined =>
    [...timers].filter((timer) => timer.dueAt <= until).sort((one, other) => one.dueAt - other.dueAt)[0]

  return {
    now: () => Math.floor(wall() + advanced),
    verified: () => Math.floor(verified.time + steady() - verified.at),
    verify(timeMs, doubted = 0) {
      verified = { time: timeMs + advanced, at: steady(), doubted }
    },
    dated: (ms) => ms + verified.doubted,
    steady,
    after(delayMs, task) {
      const timer: Timer = { dueAt: steady() + delayMs, task, timeout: undefined }
      timers.add(timer)
      arm(timer)
      return () => {
        clearTimeout(timer.timeout)
        timers.delete(timer)
      }
    },
    advance(byMs) {
      const target = advanced + byMs
      const until = performance.now() + target
      // Each task runs at its own time, and may set timers that fall due on the way.
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) {
        advanced = Math.min(Math.max(advanced, timer.dueAt - performance.now()), target)
        run(timer)
      }
      advanced = target
      for (const timer of timers) arm(timer)
    },
  }
}
