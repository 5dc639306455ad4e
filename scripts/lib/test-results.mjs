import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { projectRoot } from './paths.mjs'
import { seconds } from './progress.mjs'

/**
 * @typedef {{ file: string, milliseconds: number }} FileTime
 * @typedef {{ passed: number, failed: number, skipped: number, files: readonly FileTime[] }} Counts
 */

/** @type {Counts} */
export const noTests = { passed: 0, failed: 0, skipped: 0, files: [] }

/** @param {readonly Counts[]} all @returns {Counts} */
export const sum = (all) =>
  all.reduce(
    (total, { passed, failed, skipped, files }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
      files: [...total.files, ...files],
    }),
    noTests,
  )

/** @param {Counts} counts the closing line of a test run */
export const summaryLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** @param {Counts} counts where the time went: the slowest files, one a line */
export const slowestFiles = ({ files }) =>
  [...files]
    .sort((a, b) => b.milliseconds - a.milliseconds)
    .slice(0, 10)
    .map(({ file, milliseconds }) => `  ${seconds(milliseconds).padStart(6)}  ${file}`)

/** @param {string} path */
const readReport = async (path) => {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : JSON.parse(text)
}

/**
 * A run that failed otherwise than by a test (a file that did not load, a crash) still counts as a failure, and so
 * does one in which a suite that was asked for has no test: that proves nothing.
 *
 * @param {Counts} counts @param {boolean} succeeded @param {readonly string[]} suitesWithoutTests @returns {Counts}
 */
const honest = (counts, succeeded, suitesWithoutTests) => {
  for (const suite of suitesWithoutTests)
    console.error(`No ${suite} test ran; a suite without tests proves nothing.`)
  const failed = counts.failed + suitesWithoutTests.length
  return { ...counts, failed: succeeded || failed > 0 ? failed : 1 }
}

/** @param {string} path of vitest's report @param {boolean} succeeded @param {readonly string[]} suites @returns {Promise<Counts>} */
export const readVitestReport = async (path, succeeded, suites) => {
  const report = await readReport(path)
  if (!report) return honest(noTests, succeeded, suites)
  /** @type {readonly { name: string, status: string, startTime: number, endTime: number, assertionResults: unknown[] }[]} */
  const results = report.testResults
  const filesThatDidNotLoad = results.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  ).length
  const files = results.map(({ name, startTime, endTime }) => ({
    file: relative(projectRoot, name),
    milliseconds: endTime - startTime,
  }))
  const counts = {
    passed: report.numPassedTests,
    failed: report.numFailedTests + filesThatDidNotLoad,
    skipped: report.numPendingTests + report.numTodoTests,
    files,
  }
  const missing = suites.filter((suite) => !files.some(({ file }) => file.startsWith(`tests/${suite}/`)))
  return honest(counts, succeeded, missing)
}

/**
 * @typedef {{ file: string, specs?: readonly { tests: readonly { results: readonly { duration: number }[] }[] }[], suites?: readonly PlaywrightSuite[] }} PlaywrightSuite
 */

/** @param {PlaywrightSuite} suite @returns {number} */
const durationOf = ({ specs = [], suites = [] }) => {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const own = results.reduce((total, { duration }) => total + duration, 0)
  return suites.reduce((total, inner) => total + durationOf(inner), own)
}

/** @param {string} path of Playwright's report @param {boolean} succeeded @returns {Promise<Counts>} */
export const readPlaywrightReport = async (path, succeeded) => {
  const report = await readReport(path)
  if (!report) return honest(noTests, succeeded, ['e2e'])
  const { expected, unexpected, flaky, skipped } = report.stats
  const files = /** @type {readonly PlaywrightSuite[]} */ (report.suites).map((suite) => ({
    file: `tests/e2e/${suite.file}`,
    milliseconds: durationOf(suite),
  }))
  const counts = { passed: expected, failed: unexpected + flaky, skipped, files }
  return honest(counts, succeeded, expected + unexpected + flaky === 0 ? ['e2e'] : [])
}
