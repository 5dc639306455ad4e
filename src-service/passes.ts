import type { Services } from './services.ts'

export interface Passes {
  /** From the end of one to the begin of the next, ms of the service's clock. */
  readonly everyMs: number
  /** When the first one begins, ms from now; at once without it. */
  readonly firstAfterMs?: number
  /** What the log says of one that failed; the next comes all the same. */
  readonly failed: string
  /** As which; a warning without it. */
  readonly level?: 'warn' | 'error'
}

/**
 * Repeats a job of the service's own.
 * @param pass asks `isStopped` wherever it may end early
 * @returns the function that stops it; resolves when the pass that is running has ended.
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
    try {
      await pass(() => stopped)
    } catch (error) {
      log[level]({ err: error }, failed)
    }
    if (!stopped) callOff = clock.after(everyMs, run)
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
