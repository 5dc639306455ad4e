/** Looks at the terminal again and again: often while something is amiss, every 10 s while all is well. */
export interface Watch {
  /** Looks now. During a look: once more right after it. */
  kick(): void
  stop(): void
}

export interface WatchOptions {
  readonly look: () => Promise<void>
  readonly isWell: () => boolean
  readonly now: () => number
}

const wellMs = 10_000
const amissMs = 500
/** When it has been amiss for this long, looking so often helps nobody. */
const patienceMs = 20_000
const longAmissMs = 3_000

export function createWatch({ look, isWell, now }: WatchOptions): Watch {
  let timer: NodeJS.Timeout | undefined
  let looking = false
  let again = false
  let stopped = false
  let amissSince = now()

  async function run(): Promise<void> {
    if (stopped) return
    if (looking) {
      again = true
      return
    }
    clearTimeout(timer)
    looking = true
    try {
      await look()
    } finally {
      looking = false
      if (isWell()) amissSince = now()
      schedule()
    }
  }

  function schedule(): void {
    if (stopped) return
    const amiss = now() - amissSince > patienceMs ? longAmissMs : amissMs
    const pause = again ? 0 : isWell() ? wellMs : amiss
    again = false
    clearTimeout(timer)
    timer = setTimeout(start, pause)
    timer.unref()
  }

  /** A look that throws is a fault of ours; the next one comes all the same. */
  const start = () => void run().catch(() => undefined)

  start()
  return {
    kick: start,
    stop() {
      stopped = true
      clearTimeout(timer)
    },
  }
}
