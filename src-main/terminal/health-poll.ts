/**
 * Checks the terminal periodically: often while something is wrong, else every 10 s. Where no events are followed each
 * check takes two requests, and every 20 s is enough.
 */
export interface HealthPoll {
  /** Checks now. If a check is running, checks once more right after it. */
  checkNow(): void
  stop(): void
}

export interface HealthPollOptions {
  readonly check: () => Promise<void>
  readonly isHealthy: () => boolean
  /** Whether the service reports the terminal's events by itself. */
  readonly isFollowed: () => boolean
  /** In ms of a monotonic clock: the computer's clock may be set by hours while the terminal is away. */
  readonly elapsedMs?: () => number
}

const healthyPauseMs = 10_000
const unfollowedPauseMs = 20_000
const unhealthyPauseMs = 500
/** After this long without health, in ms, checks become less frequent. */
const patienceMs = 20_000
const longUnhealthyPauseMs = 3_000
/** After this long, in ms, nobody is waiting: the shop is closed, or the terminal is in a drawer. */
const abandonedMs = 300_000

export function startHealthPoll({
  check,
  isHealthy,
  isFollowed,
  elapsedMs = () => performance.now(),
}: HealthPollOptions): HealthPoll {
  let timer: NodeJS.Timeout | undefined
  let checking = false
  let again = false
  let stopped = false
  let lastHealthyAt = elapsedMs()

  async function run(): Promise<void> {
    if (stopped) return
    if (checking) {
      again = true
      return
    }
    clearTimeout(timer)
    checking = true
    try {
      await check()
    } finally {
      checking = false
      if (isHealthy()) lastHealthyAt = elapsedMs()
      schedule()
    }
  }

  function schedule(): void {
    if (stopped) return
    const pause = again ? 0 : pauseMs()
    again = false
    clearTimeout(timer)
    timer = setTimeout(start, pause)
    timer.unref()
  }

  function pauseMs(): number {
    const usual = isFollowed() ? healthyPauseMs : unfollowedPauseMs
    if (isHealthy()) return usual
    const unhealthyMs = elapsedMs() - lastHealthyAt
    if (unhealthyMs > abandonedMs) return usual
    return unhealthyMs > patienceMs ? longUnhealthyPauseMs : unhealthyPauseMs
  }

  /** A check that throws is a programming fault; the next one is run all the same. */
  const start = () => void run().catch(() => undefined)

  start()
  return {
    checkNow: start,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
