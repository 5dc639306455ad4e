// Builds what changed and runs the tests; the last line sums them up.
//
//   npm test                       everything
//   npm test -- unit contract      some suites
//   npm test -- unit sale          further words narrow the run to test files whose path holds them

import { mkdir, rm } from 'node:fs/promises'
import { build } from './lib/build.mjs'
import { launchEnvironment, withDisplay } from './lib/electron.mjs'
import { fromCache, fromRoot } from './lib/paths.mjs'
import { seconds } from './lib/progress.mjs'
import { runForeground } from './lib/run.mjs'
import { readPlaywrightReport, readVitestReport, sum, summaryLine } from './lib/test-results.mjs'

const reports = fromCache('test-reports')
const started = performance.now()

/** @param {string} suite @param {readonly string[]} filters */
const runVitest = async (suite, filters) => {
  const report = `${reports}/${suite}.json`
  const vitest = fromRoot('node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runForeground(process.execPath, [
    vitest,
    'run',
    '--project',
    suite,
    ...reporters,
    ...filters,
  ])
  return readVitestReport(report, code === 0)
}

/** @param {string} suite @param {readonly string[]} filters */
const runPlaywright = async (suite, filters) => {
  const report = `${reports}/${suite}.json`
  const playwright = fromRoot('node_modules', '@playwright', 'test', 'cli.js')
  const code = await withDisplay((env) =>
    runForeground(process.execPath, [playwright, 'test', '--reporter=list,json', ...filters], {
      env: { ...launchEnvironment(env), PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    }),
  )
  return readPlaywrightReport(report, code === 0)
}

const suites = { unit: runVitest, contract: runVitest, e2e: runPlaywright }
const suiteNames = /** @type {(keyof typeof suites)[]} */ (Object.keys(suites))

const runAll = async () => {
  const args = process.argv.slice(2)
  const asked = suiteNames.filter((name) => args.includes(name))
  const filters = args.filter((argument) => !suiteNames.some((name) => name === argument))
  await rm(reports, { recursive: true, force: true })
  await mkdir(reports, { recursive: true })
  await build({ say: console.log })

  const results = []
  for (const name of asked.length > 0 ? asked : suiteNames) {
    console.log(`\n── ${name} tests ──`)
    const counts = await suites[name](name, filters)
    const { passed, failed } = counts
    if (passed + failed === 0) console.error(`No ${name} test ran; a suite without tests proves nothing.`)
    results.push(passed + failed === 0 ? { ...counts, failed: 1 } : counts)
  }
  return sum(results)
}

const counts = await runAll().catch((error) => {
  console.error(error.message)
  return { passed: 0, failed: 1, skipped: 0 }
})
console.log(`\nTook ${seconds(performance.now() - started)}.`)
console.log(summaryLine(counts))
process.exitCode = counts.failed > 0 || counts.passed === 0 ? 1 : 0
