/** A timer that fires so much after its time was held up, ms: the computer slept, or this process could not run. */
const heldUpMs = 2_000
/** What came meanwhile is read by then, ms. */
const graceMs = 10_000

/**
 * Calls `end` when so much time has passed. Where timers go on in a computer's sleep, they are all due at once when it
 * wakes, before it reads what came meanwhile: then there is a little more time, once.
 * @returns the function that calls it off
 */
export function startTimeLimit(ms: number, end: () => void): () => void {
  const due = Date.now() + ms
  let timer = setTimeout(() => {
    if (Date.now() - due < heldUpMs) return end()
    timer = setTimeout(end, Math.min(ms, graceMs))
  }, ms)
  return () => clearTimeout(timer)
}
