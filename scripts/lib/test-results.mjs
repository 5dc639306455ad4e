import { readFile } from 'node:fs/promises'

/**
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 */

/** @type {Counts} */
export const noTests = { passed: 0, failed: 0, skipped: 0 }

/** @param {readonly Counts[]} all @returns {Counts} */
export const sum = (all) =>
  all.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    noTests,
  )

/** @param {Counts} counts the closing line of a test run */
export const summaryLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** @param {string} path */
const readReport = async (path) => {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

/**
 * A run that failed otherwise than by a test (a file that did not load, a crash) still counts as a failure.
 *
 * @param {Counts} counts @param {boolean} succeeded @returns {Counts}
 */
const honest = (counts, succeeded) =>
  succeeded || counts.failed > 0 ? counts : { ...counts, failed: counts.failed + 1 }

/** @param {string} path @param {boolean} succeeded @returns {Promise<Counts>} */
export const readVitestReport = async (path, succeeded) => {
  const report = await readReport(path)
  if (!report) return honest(noTests, succeeded)
  const filesThatDidNotLoad = report.testResults.filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ file) =>
      file.status === 'failed' && file.assertionResults.length === 0,
  ).length
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + filesThatDidNotLoad,
    skipped: report.numPendingTests + report.numTodoTests,
  }
  return honest(counts, succeeded)
}

/** @param {string} path @param {boolean} succeeded @returns {Promise<Counts>} */
export const readPlaywrightReport = async (path, succeeded) => {
  const report = await readReport(path)
  if (!report) return honest(noTests, succeeded)
  const { expected, unexpected, flaky, skipped } = report.stats
  return honest({ passed: expected, failed: unexpected + flaky, skipped }, succeeded)
}
