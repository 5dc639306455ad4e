// Builds what changed and runs the tests; the last lines name the failures and give the totals.
//
//   npm test                       everything
//   npm test -- unit contract      some suites
//   npm test -- unit sale          further words narrow the run to test files whose path holds them
//   npm test -- changed            what this branch and the working copy touch

import { spawn } from 'node:child_process'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { build } from './lib/build.mjs'
import { changedFiles, flowsTouchedBy, testsTouchedBy } from './lib/changed-tests.mjs'
import { launchEnvironment, withDisplay } from './lib/electron.mjs'
import { filterBelow } from './lib/file-filter.mjs'
import { fromCache, fromRoot } from './lib/paths.mjs'
import { seconds } from './lib/progress.mjs'
import { runForeground } from './lib/run.mjs'
import { withTemporaryRoot } from './lib/temporary-root.mjs'
import {
  afterAnotherTry,
  failureLines,
  filesToTryAgain,
  noTests,
  readPlaywrightReport,
  readVitestReport,
  slowestFiles,
  sum,
  summaryLine,
} from './lib/test-results.mjs'

/** @typedef {'unit' | 'contract' | 'e2e'} Suite */

const reports = fromCache('test-reports')
const started = performance.now()

/** An interrupted run ends the program that is running, and then itself. */
let interrupted = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    interrupted = true
  })
}

/** @type {readonly Suite[]} */
const suitesOfVitest = ['unit', 'contract']

/**
 * Both suites share one run, with its workers and its PostgreSQL.
 * @param {readonly Suite[]} suites @param {readonly string[]} filters
 */
const runVitest = async (suites, filters) => {
  const report = `${reports}/vitest.json`
  // With --dir of one suite, a word such as unit/web would be sought below tests/unit only.
  const others = suitesOfVitest.filter((name) => !suites.includes(name))
  const args = [
    ...others.flatMap((name) => ['--exclude', `${name}/**`]),
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
  ]
  const vitest = fromRoot('node_modules', 'vitest', 'vitest.mjs')
  const code = await runForeground(process.execPath, [vitest, 'run', ...args, ...filters])
  return readVitestReport(report, code === 0, suites)
}

const playwright = fromRoot('node_modules', '@playwright', 'test', 'cli.js')

/**
 * Lets Playwright translate all end-to-end tests in what other tests leave of the processor. Otherwise it does so in one
 * process before the first of them begins. It keeps the results in the folder for temporary files.
 *
 * @returns {() => Promise<unknown>} resolves when it is done: of a translation cut off, it would use what there is
 */
const translateSpecs = () => {
  const program = spawn(process.execPath, [playwright, 'test', '--list'], { stdio: 'ignore' })
  const ended = new Promise((resolve) => program.once('error', resolve).once('close', resolve))
  if (program.pid !== undefined) setPriority(program.pid, constants.priority.PRIORITY_LOW)
  return () => {
    if (interrupted) program.kill()
    return ended
  }
}

/** @param {readonly string[]} filters @param {readonly string[]} [options] */
const runPlaywright = async (filters, options = []) => {
  const report = `${reports}/e2e.json`
  const below = filters.map((word) => filterBelow(fromRoot(), word))
  const code = await withDisplay((env) =>
    runForeground(process.execPath, [playwright, 'test', '--reporter=list,json', ...options, ...below], {
      env: { ...launchEnvironment(env), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    }),
  )
  return readPlaywrightReport(report, code === 0)
}

/** @typedef {import('./lib/test-results.mjs').Counts} Counts */

/** @type {string[]} tests that failed first and passed when run again alone: still a defect */
const onlyAlone = []

/**
 * @param {Counts} first @param {(files: readonly string[]) => Promise<Counts>} runAgain
 * @returns {Promise<Counts>}
 */
const withAnotherTry = async (first, runAgain) => {
  const files = filesToTryAgain(first)
  if (files.length === 0 || interrupted) return first
  console.log(`\nThese failed and are tried once more, alone:\n${failureLines(first).join('\n')}\n`)
  const { counts, recovered } = afterAnotherTry(first, await runAgain(files), files)
  onlyAlone.push(...failureLines({ ...noTests, failures: recovered }))
  return counts
}

/** @type {readonly Suite[]} */
const suiteNames = ['unit', 'contract', 'e2e']

/** @returns {Promise<readonly string[]>} */
const touchedTests = async () => {
  const [changed, files] = await Promise.all([
    changedFiles(),
    readdir(fromRoot('tests'), { recursive: true }).then((names) => names.map((name) => `tests/${name}`)),
  ])
  const inVitest = files.filter((file) => /^tests\/(unit|contract)\/.*\.test\.tsx?$/.test(file))
  const specs = files.filter((file) => /^tests\/e2e\/.*\.spec\.ts$/.test(file))
  return [...testsTouchedBy(changed, inVitest), ...flowsTouchedBy(changed, specs)]
}

/** @param {readonly string[]} files of Vitest */
const suitesOf = (files) =>
  suiteNames.filter((name) => files.some((file) => file.startsWith(`tests/${name}/`)))

/** @returns {Promise<Counts>} */
const runAll = async () => {
  const args = process.argv.slice(2).filter((argument) => argument !== '--')
  const asked = suiteNames.filter((name) => args.includes(name))
  const words = args.filter((argument) => !suiteNames.some((name) => name === argument))
  const onlyChanged = words.includes('changed')
  const touched = onlyChanged ? await touchedTests() : []
  const has = (/** @type {Suite} */ name) => touched.some((file) => file.startsWith(`tests/${name}/`))
  const suites = (asked.length > 0 ? asked : suiteNames).filter((name) => !onlyChanged || has(name))
  const filters = onlyChanged ? touched : words
  if (onlyChanged) console.log(`${touched.length} test files are touched by what has changed.`)
  await rm(reports, { recursive: true, force: true })
  await mkdir(reports, { recursive: true })
  await build({ report: console.log })

  const results = []
  const inVitest = suites.filter((name) => name !== 'e2e')
  if (inVitest.length > 0 && !interrupted) {
    console.log(`\n── ${inVitest.join(' and ')} tests ──`)
    const files = onlyChanged ? filters.filter((file) => !file.startsWith('tests/e2e/')) : filters
    const translated = suites.includes('e2e') && filters.length === 0 ? translateSpecs() : undefined
    const first = await runVitest(inVitest, files).finally(translated)
    results.push(await withAnotherTry(first, (again) => runVitest(suitesOf(again), again)))
  }
  if (suites.includes('e2e') && !interrupted) {
    console.log('\n── e2e tests ──')
    const files = onlyChanged ? filters.filter((file) => file.startsWith('tests/e2e/')) : filters
    const first = await runPlaywright(files)
    results.push(await withAnotherTry(first, (again) => runPlaywright(again, ['--trace=retain-on-failure'])))
  }
  return sum([...results, interrupted ? failed('the run itself', 'It was interrupted.') : noTests])
}

/** @param {string} name @param {string} error */
const failed = (name, error) => ({ ...noTests, failures: [{ name, error }] })

/** @type {Counts} */
const counts = await withTemporaryRoot('countertop-test', runAll).then(
  ({ result, leftBehind }) => {
    if (leftBehind.length === 0 || interrupted) return result
    const error = `The tests left files in the folder for temporary files: ${leftBehind.join(', ')}`
    // A test that was interrupted could not clean up; it is named below.
    if (onlyAlone.length > 0) {
      console.log(`\n${error}`)
      return result
    }
    return sum([result, failed('the tests together', error)])
  },
  (error) => {
    console.error(error.message)
    return failed('the run itself', error.message)
  },
)
console.log(`\nThe slowest files:\n${slowestFiles(counts).join('\n')}`)
if (onlyAlone.length > 0)
  console.log(`\nPassed only when run again alone (fix each: it has a race):\n${onlyAlone.join('\n')}`)
console.log(`\nTook ${seconds(performance.now() - started)}.`)
// `.ci/run` repeats the output from this line on.
if (counts.failures.length > 0) console.log(`\nWhat failed:\n${failureLines(counts).join('\n')}\n`)
console.log(summaryLine(counts))
const nothingToDo = counts.passed === 0 && process.argv.includes('changed')
process.exitCode = counts.failures.length > 0 || (counts.passed === 0 && !nothingToDo) ? 1 : 0
