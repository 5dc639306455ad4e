/** A timer that fires this many ms late was held up: the computer slept, or the process could not run. */
const heldUpMs = 2_000
/** Extra time to read data that arrived in the meantime, in ms. */
const graceMs = 10_000

/**
 * Calls `end` after `ms`. Some computers keep timers running while they sleep. All timers are then due on waking,
 * before data that arrived meanwhile is read, so the limit is extended once.
 * @returns a function that cancels the limit
 */
export function startTimeLimit(ms: number, end: () => void): () => void {
  const due = Date.now() + ms
  let timer = setTimeout(() => {
    if (Date.now() - due < heldUpMs) return end()
    timer = setTimeout(end, Math.min(ms, graceMs))
  }, ms)
  return () => clearTimeout(timer)
}
