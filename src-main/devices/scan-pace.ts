/** Hands on the codes of a scanner no faster than the page can take them. */
export interface ScanPace {
  take(code: string): void
  stop(): void
}

/** Pause between two codes, in ms: twenty times as fast as a person scans. */
const betweenMs = 20
/** More waiting codes than this are noise: not even a scanner that sends what it has stored reaches it. */
const most = 500
/** A noisy line is listened to again after this long without a code, in ms. */
const quietMs = 1_000

/**
 * A device that is no scanner, or a wrong speed, makes thousands of codes a second. Each of them is drawn: the page
 * would not answer any more, even after the noise. So they are handed on one by one, and noise is dropped until the
 * line is quiet.
 */
export function createScanPace(onScan: (code: string) => void, onNoise: () => void): ScanPace {
  let waiting: string[] = []
  let next: NodeJS.Timeout | null = null
  let isNoisy = false
  let lastAt = Number.NEGATIVE_INFINITY

  function handOn(): void {
    next = null
    const code = waiting.shift()
    if (code === undefined) return
    onScan(code)
    next = setTimeout(handOn, betweenMs)
    next.unref()
  }

  return {
    take(code) {
      const now = performance.now()
      if (now - lastAt > quietMs) isNoisy = false
      lastAt = now
      if (isNoisy) return
      if (waiting.length < most) waiting.push(code)
      else {
        waiting = []
        isNoisy = true
        onNoise()
      }
      if (next === null) handOn()
    },
    stop() {
      if (next !== null) clearTimeout(next)
      waiting = []
    },
  }
}
