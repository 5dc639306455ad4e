/** Checks the terminal again and again: often while something is wrong, every 10 s while all is well. */
export interface HealthPoll {
  /** Checks now. During a check: once more right after it. */
  checkNow(): void
  stop(): void
}

export interface HealthPollOptions {
  readonly check: () => Promise<void>
  readonly isHealthy: () => boolean
  readonly now: () => number
}

const healthyPauseMs = 10_000
const unhealthyPauseMs = 500
/** After this long without health, checking so often helps nobody. */
const patienceMs = 20_000
const longUnhealthyPauseMs = 3_000

export function startHealthPoll({ check, isHealthy, now }: HealthPollOptions): HealthPoll {
  let timer: NodeJS.Timeout | undefined
  let checking = false
  let again = false
  let stopped = false
  let lastHealthyAt = now()

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
      if (isHealthy()) lastHealthyAt = now()
      schedule()
    }
  }

  function schedule(): void {
    if (stopped) return
    const unhealthy = now() - lastHealthyAt > patienceMs ? longUnhealthyPauseMs : unhealthyPauseMs
    const pause = again ? 0 : isHealthy() ? healthyPauseMs : unhealthy
    again = false
    clearTimeout(timer)
    timer = setTimeout(start, pause)
    timer.unref()
  }

  /** A check that throws is a fault of ours; the next one comes all the same. */
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
