import type { Services } from '../services.ts'

export interface Passes {
  /** Time from the end of one pass to the start of the next, in ms of the service's clock. */
  readonly everyMs: number
  /** Delay of the first pass, in ms; default: starts at once. */
  readonly firstAfterMs?: number
  /** Log message for a failed pass; later passes still run. */
  readonly failed: string
  /** Log level of that message; default: warning. */
  readonly level?: 'warn' | 'error'
}

/**
 * Repeats a background job.
 * @param pass calls `isStopped` at points where it may end early
 * @returns the function that stops it; resolves when the current pass has ended.
 */
export function startPasses(
  { clock, log }: Pick<Services, 'clock' | 'log'>,
  { everyMs, firstAfterMs, failed, level = 'warn' }: Passes,
  pass: (isStopped: () => boolean) => Promise<void>,
): () => Promise<void> {
  let stopped = false
  let callOff = () => {}
  let running: Promise<void> = Promise.resolve()
  const once = async () => {
    const before = { here: performance.now(), clock: clock.steady() }
    try {
      await pass(() => stopped)
    } catch (error) {
      log[level]({ err: error }, failed)
    }
    if (stopped) return
    // A sandbox may advance the clock during a pass. That time has been waited.
    const advancedMs = clock.steady() - before.clock - (performance.now() - before.here)
    callOff = clock.after(Math.max(everyMs - Math.max(advancedMs, 0), 0), run)
  }
  const run = () => {
    running = once()
  }
  if (firstAfterMs === undefined) run()
  else callOff = clock.after(firstAfterMs, run)
  return async () => {
    stopped = true
    callOff()
    await running
  }
}
