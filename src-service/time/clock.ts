/**
 * The service's time. All timers of the service run on it, so that a sandbox can advance the clock and due events
 * (session expiry, transaction time-outs) happen as if the time had passed.
 */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /**
   * The time that has certainly been reached, in ms since the epoch: irreversible actions (a void, a released key)
   * depend on it (verified-time.ts). Setting the computer's clock does not change it.
   */
  verified(): number
  /**
   * Converts a verified time to the database's time, which is shown to clients. They differ while a jump is doubted.
   * @param ms verified
   */
  dated(ms: number): number
  /** Monotonic time in ms from an arbitrary start, to measure durations in this process. */
  steady(): number
  /** Runs `task` once after `delayMs` of this clock. @returns the function that cancels it. */
  after(delayMs: number, task: () => void): () => void
}

export interface AdjustableClock extends Clock {
  /** Advances the clock and runs every timer that becomes due, in order. */
  advance(byMs: number): void
  /** Sets the verified time and the doubted part, in ms; the amount by which the clock was advanced is added. */
  verify(timeMs: number, doubtedMs?: number): void
}

let lastMs = Number.NaN
let lastIso = ''

/** Returns ISO 8601 in UTC. Often called several times within one millisecond, so the last result is cached. */
export function isoTime(ms: number): string {
  if (ms === lastMs) return lastIso
  lastIso = new Date(ms).toISOString()
  lastMs = ms
  return lastIso
}

/** Maximum delay of setTimeout: 2^31 - 1 ms. */
const longestTimeoutMs = 2 ** 31 - 1

/**
 * Returns a clock with the computer's time, which a sandbox may advance. Timers use monotonic time: setting the
 * computer's clock neither delays nor speeds them up.
 *
 * @param wall the computer's time, in ms since the epoch
 */
export function createClock(wall: () => number = Date.now): AdjustableClock {
  const timers = createTimers()
  /** By how much this clock was advanced, in ms. */
  let advanced = 0
  const steady = () => performance.now() + advanced
  let verified = { time: wall(), at: steady(), doubted: 0 }

  const run = (timer: Timer) => {
    clearTimeout(timer.timeout)
    if (timers.remove(timer)) timer.task()
  }
  const arm = (timer: Timer) => {
    clearTimeout(timer.timeout)
    const wait = Math.min(Math.max(timer.dueAt - steady(), 0), longestTimeoutMs)
    timer.timeout = setTimeout(() => (timer.dueAt <= steady() ? run(timer) : arm(timer)), wait)
    // Timers alone must not keep the process alive; the server does.
    timer.timeout.unref()
  }
  const nextDue = (until: number): Timer | undefined =>
    timers
      .all()
      .filter((timer) => timer.dueAt <= until)
      .sort((one, other) => one.dueAt - other.dueAt)[0]

  return {
    now: () => Math.floor(wall() + advanced),
    verified: () => Math.floor(verified.time + steady() - verified.at),
    verify(timeMs, doubted = 0) {
      verified = { time: timeMs + advanced, at: steady(), doubted }
    },
    dated: (ms) => ms + verified.doubted,
    steady,
    after(delayMs, task) {
      const timer = timers.add(steady() + delayMs, task)
      arm(timer)
      return () => {
        clearTimeout(timer.timeout)
        timers.remove(timer)
      }
    },
    advance(byMs) {
      const target = advanced + byMs
      const until = performance.now() + target
      // Each task runs at its own due time, and may set timers that become due on the way.
      for (let timer = nextDue(until); timer !== undefined; timer = nextDue(until)) {
        advanced = Math.min(Math.max(advanced, timer.dueAt - performance.now()), target)
        run(timer)
      }
      advanced = target
      for (const timer of timers.all()) arm(timer)
    },
  }
}

interface Timer {
  readonly dueAt: number
  readonly task: () => void
  timeout: NodeJS.Timeout | undefined
  isSet: boolean
  earlier: Timer | null
  later: Timer | null
}

/**
 * The timers that are set, each linked with the one set before and after it. A `Set` leaves old tables behind, which
 * would keep what waits for a timer, such as a payment's request (docs/performance/service.md, What V8 makes slow).
 */
function createTimers() {
  let last: Timer | null = null
  return {
    add(dueAt: number, task: () => void): Timer {
      const timer: Timer = { dueAt, task, timeout: undefined, isSet: true, earlier: last, later: null }
      if (last !== null) last.later = timer
      last = timer
      return timer
    },
    /** @returns whether it was set */
    remove(timer: Timer): boolean {
      if (!timer.isSet) return false
      const { earlier, later } = timer
      if (earlier !== null) earlier.later = later
      if (later === null) last = earlier
      else later.earlier = earlier
      timer.isSet = false
      timer.earlier = null
      timer.later = null
      return true
    },
    /** In the order in which they were set. */
    all(): Timer[] {
      const found: Timer[] = []
      for (let timer = last; timer !== null; timer = timer.earlier) found.push(timer)
      return found.reverse()
    },
  }
}
