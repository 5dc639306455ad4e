import { readFile } from 'node:fs/promises'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { projectRoot } from './paths.mjs'
import { seconds } from './progress.mjs'

/**
 * @typedef {{ file: string, milliseconds: number, passed: number, skipped: number }} FileResult
 * @typedef {{ name: string, error: string }} Failure of a test or of a hook; its name begins with the file
 * @typedef {{ passed: number, skipped: number, failures: readonly Failure[], files: readonly FileResult[] }} Counts
 */

/** @type {Counts} */
export const noTests = { passed: 0, skipped: 0, failures: [], files: [] }

/** @param {readonly Counts[]} all @returns {Counts} */
export const sum = (all) =>
  all.reduce(
    (total, { passed, skipped, failures, files }) => ({
      passed: total.passed + passed,
      skipped: total.skipped + skipped,
      failures: [...total.failures, ...failures],
      files: [...total.files, ...files],
    }),
    noTests,
  )

/** The closing line of a test run. @param {Counts} counts */
export const summaryLine = ({ passed, failures, skipped }) =>
  `${passed} passed, ${failures.length} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

/** @param {string} text */
const linesOf = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** @param {string} text */
const firstLine = (text) => linesOf(text)[0] ?? ''

/** A failed random test needs its seed and its counterexample, which follow in the next lines. @param {string} text */
const reasonOf = (text) =>
  /^Error: Property failed/.test(firstLine(text))
    ? linesOf(text).slice(0, 3).join(' ').slice(0, 2_000)
    : firstLine(text).slice(0, 300)

/** The failures by full name, each with its error's first line. @param {Counts} counts */
export const failureLines = ({ failures }) =>
  failures.flatMap(({ name, error }) => [`  ✗ ${name}`, `      ${reasonOf(error)}`])

/** @param {Failure} failure */
const fileOf = ({ name }) => name.split(' › ')[0] ?? name

/** Maximum number of files that are tried again: more failures have another reason than a busy machine. */
const mostFilesAgain = 3

/**
 * Files that may be tried once more, alone. Tests that wait for processes, browsers and databases can time out on a
 * busy machine; of the unit tests, only those that timed out are retried. Tests of pure logic, crashes and random runs
 * are never retried: a failure found once is real.
 *
 * @param {Counts} counts @returns {readonly string[]} none if any failure must not be retried
 */
export const filesToTryAgain = ({ failures }) => {
  const files = [...new Set(failures.map(fileOf))]
  return failures.every(mayBeTooLate) && files.length <= mostFilesAgain ? files : []
}

/** @param {Failure} failure */
function mayBeTooLate(failure) {
  const file = fileOf(failure)
  if (/crash|chaos|random/.test(file)) return false
  if (/^tests\/(contract|e2e)\/.+\.(test|spec)\.tsx?$/.test(file)) return true
  return /^tests\/unit\/.+\.test\.tsx?$/.test(file) && waitedInVain.test(firstLine(failure.error))
}

/** Messages of timeouts, from the tests' own `until` and from Vitest. */
const waitedInVain = /^Error: (it never came to be|never came true|(Test|Hook) timed out)/

/**
 * Replaces the results of `files` by those of the second run, in which they ran alone.
 * @param {Counts} first @param {Counts} again the second run of `files`, which replaces their first results
 * @param {readonly string[]} files
 * @returns {{ counts: Counts, recovered: readonly Failure[] }} recovered: tests that failed first and have passed now
 */
export const afterAnotherTry = (first, again, files) => {
  const isAgain = (/** @type {string} */ file) => files.includes(file)
  const others = first.files.filter(({ file }) => !isAgain(file))
  const kept = first.failures.filter((failure) => !isAgain(fileOf(failure)))
  const failing = new Set(again.failures.map(({ name }) => name))
  const before = sumOf(first.files.filter(({ file }) => isAgain(file)))
  return {
    counts: {
      passed: first.passed - before.passed + again.passed,
      skipped: first.skipped - before.skipped + again.skipped,
      failures: [...kept, ...again.failures],
      files: [...others, ...again.files],
    },
    recovered: first.failures.filter((failure) => isAgain(fileOf(failure)) && !failing.has(failure.name)),
  }
}

/** @param {readonly FileResult[]} files */
const sumOf = (files) =>
  files.reduce(
    (total, { passed, skipped }) => ({ passed: total.passed + passed, skipped: total.skipped + skipped }),
    { passed: 0, skipped: 0 },
  )

/** The slowest files, one per line. @param {Counts} counts */
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
 * A run that fails without a failed test (an uncaught error, a crash) still counts as a failure, and so does a run in
 * which a requested suite has no tests: that proves nothing.
 *
 * @param {Counts} counts @param {boolean} succeeded @param {readonly string[]} suitesWithoutTests @returns {Counts}
 */
const honest = (counts, succeeded, suitesWithoutTests) => {
  const failures = [
    ...counts.failures,
    ...suitesWithoutTests.map((suite) => ({
      name: `the suite ${suite}`,
      error: 'No tests ran; a suite without tests proves nothing.',
    })),
  ]
  const unexplained = {
    name: 'the run itself',
    error: 'The run ended with an error outside any test: see above.',
  }
  return { ...counts, failures: succeeded || failures.length > 0 ? failures : [unexplained] }
}

/**
 * @typedef {{ ancestorTitles: readonly string[], title: string, status: string, failureMessages?: readonly string[] }} VitestTest
 * @typedef {{ name: string, status: string, message: string, startTime: number, endTime: number, assertionResults: readonly VitestTest[] }} VitestFile
 */

/**
 * A file fails by its tests, or without one: by its imports, or by the hooks before and after its tests.
 * @param {VitestFile} result @returns {readonly Failure[]}
 */
const failuresOfFile = ({ name, status, message, assertionResults }) => {
  const file = relative(projectRoot, name)
  const failures = assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ ancestorTitles, title, failureMessages = [] }) => ({
      name: [file, ...ancestorTitles, title].join(' › '),
      // For a timeout Vitest reports only a stack, taken where the test or hook was declared.
      error: failureMessages
        .join('\n')
        .replace(/^Error: STACK_TRACE_ERROR\n\s*at (task)?/, (stack, task) =>
          stack.replace('STACK_TRACE_ERROR', task ? 'Test timed out' : 'Hook timed out'),
        ),
    }))
  return status === 'failed' && failures.length === 0 ? [{ name: file, error: message }] : failures
}

/** @param {string} path of vitest's report @param {boolean} succeeded @param {readonly string[]} suites @returns {Promise<Counts>} */
export const readVitestReport = async (path, succeeded, suites) => {
  const report = await readReport(path)
  if (!report) return honest(noTests, succeeded, suites)
  /** @type {readonly VitestFile[]} */
  const results = report.testResults
  const files = results.map(({ name, startTime, endTime, assertionResults }) => {
    const passed = assertionResults.filter(({ status }) => status === 'passed').length
    const failed = assertionResults.filter(({ status }) => status === 'failed').length
    const skipped = assertionResults.length - passed - failed
    return { file: relative(projectRoot, name), milliseconds: endTime - startTime, passed, skipped }
  })
  const counts = {
    passed: report.numPassedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: results.flatMap(failuresOfFile),
    files,
  }
  const missing = suites.filter((suite) => !files.some(({ file }) => file.startsWith(`tests/${suite}/`)))
  return honest(counts, succeeded, missing)
}

/**
 * @typedef {{ duration: number, status: string, error?: { message?: string, value?: string } }} PlaywrightResult
 * @typedef {{ title: string, tests: readonly { status: string, results: readonly PlaywrightResult[] }[] }} PlaywrightSpec
 * @typedef {{ title: string, file: string, specs?: readonly PlaywrightSpec[], suites?: readonly PlaywrightSuite[] }} PlaywrightSuite
 */

/** @param {PlaywrightSuite} suite @returns {number} */
const durationOf = ({ specs = [], suites = [] }) => {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results))
  const own = results.reduce((total, { duration }) => total + duration, 0)
  return suites.reduce((total, inner) => total + durationOf(inner), own)
}

/** @param {PlaywrightSuite} suite @param {string} wanted @returns {number} the number of its tests with this status */
const countOf = ({ specs = [], suites = [] }, wanted) =>
  specs.flatMap(({ tests }) => tests).filter(({ status }) => status === wanted).length +
  suites.reduce((total, inner) => total + countOf(inner, wanted), 0)

/** @param {PlaywrightResult['error']} error */
const errorText = (error) => error?.message ?? error?.value ?? ''

/**
 * A test that passes only on a retry counts as failed.
 * @param {PlaywrightSuite} suite @param {readonly string[]} path @returns {readonly Failure[]}
 */
const failuresOfSuite = ({ specs = [], suites = [] }, path) => [
  ...specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => ({
        name: [...path, title].join(' › '),
        error: errorText(results.find(({ status }) => status !== 'passed')?.error),
      })),
  ),
  ...suites.flatMap((suite) => failuresOfSuite(suite, [...path, suite.title])),
]

/** @param {string} path of Playwright's report @param {boolean} succeeded @returns {Promise<Counts>} */
export const readPlaywrightReport = async (path, succeeded) => {
  const report = await readReport(path)
  if (!report) return honest(noTests, succeeded, ['e2e'])
  /** @type {readonly PlaywrightSuite[]} */
  const suites = report.suites
  /** @type {readonly { message?: string, value?: string }[]} */
  const errors = report.errors ?? []
  const { expected, unexpected, flaky, skipped } = report.stats
  const counts = {
    passed: expected,
    skipped,
    failures: [
      ...errors.map((error) => ({ name: 'tests/e2e', error: errorText(error) })),
      ...suites.flatMap((suite) => failuresOfSuite(suite, [`tests/e2e/${suite.file}`])),
    ],
    files: suites.map((suite) => ({
      file: `tests/e2e/${suite.file}`,
      milliseconds: durationOf(suite),
      passed: countOf(suite, 'expected'),
      skipped: countOf(suite, 'skipped'),
    })),
  }
  return honest(counts, succeeded, expected + unexpected + flaky === 0 ? ['e2e'] : [])
}
