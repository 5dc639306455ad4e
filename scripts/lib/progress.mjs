/**
 * Progress lines for newcomers: what is being done, that it is still going on, and how long it took.
 *
 * @typedef {{
 *   line: (text: string) => void,
 * step: <Result>(doing: string, done: string | ((result: Result) => string), work: () => Promise<Result>) =>
 * Promise<Result>,
 * }} Progress
 */

const heartbeatMilliseconds = 15_000

/** @param {number} milliseconds */
export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(milliseconds < 9950 ? 1 : 0)} s`

/**
 * @param {NodeJS.WritableStream} stream
 * @returns {Progress}
 */
export const createProgress = (stream) => {
  const line = (/** @type {string} */ text) => void stream.write(`${text}\n`)
  return {
    line,
    async step(doing, done, work) {
      const started = performance.now()
      const passed = () => seconds(performance.now() - started)
      line(`  … ${doing}`)
      const heartbeat = setInterval(() => line(`    still working (${passed()})`), heartbeatMilliseconds)
      try {
        const result = await work()
        line(`  ✓ ${typeof done === 'string' ? done : done(result)} (${passed()})`)
        return result
      } catch (error) {
        line(`  ✗ ${doing}: failed (${passed()})`)
        throw error
      } finally {
        clearInterval(heartbeat)
      }
    },
  }
}
