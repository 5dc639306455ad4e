import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../../scripts/lib/paths.mjs'
import {
  afterAnotherTry,
  failureLines,
  filesToTryAgain,
  readPlaywrightReport,
  readVitestReport,
  sum,
  summaryLine,
} from '../../../scripts/lib/test-results.mjs'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const reportOf = async (report: object): Promise<string> => {
  const path = join(await temporaryFolder('test-results'), 'report.json')
  await writeFile(path, JSON.stringify(report))
  return path
}

const passed = { ancestorTitles: ['money'], title: 'money adds up', status: 'passed' }
const broken = {
  ancestorTitles: ['money', 'a fee'],
  title: 'a fee is rounded up',
  status: 'failed',
  failureMessages: ['\u001b[31mAssertionError: expected 1 to be 2\u001b[39m\n    at money.test.ts:7:3'],
}
const vitestFile = (assertionResults: readonly object[], message = '') => ({
  name: join(projectRoot, 'tests/unit/shared/money.test.ts'),
  status: message !== '' || assertionResults.includes(broken) ? 'failed' : 'passed',
  message,
  startTime: 0,
  endTime: 20,
  assertionResults,
})
const vitestReport = (passedTests: number, ...testResults: readonly object[]) =>
  reportOf({ numPassedTests: passedTests, numPendingTests: 0, numTodoTests: 0, testResults })

describe('the summary of a test run', () => {
  test('the summary names each failed test by file and full name, with its error’s first line', async () => {
    const counts = await readVitestReport(await vitestReport(1, vitestFile([passed, broken])), false, [
      'unit',
    ])
    expect(failureLines(counts)).toEqual([
      '  ✗ tests/unit/shared/money.test.ts › money › a fee › a fee is rounded up',
      '      AssertionError: expected 1 to be 2',
    ])
    expect(summaryLine(counts)).toBe('1 passed, 1 failed')
  })

  test.each([
    {
      what: 'a random test names the seed and the counterexample',
      message:
        'Error: Property failed after 3 tests\n{ seed: 7, path: "2:0" }\nCounterexample: [[1,2]]\nShrunk 1 time(s)',
      shown: 'Error: Property failed after 3 tests { seed: 7, path: "2:0" } Counterexample: [[1,2]]',
    },
    {
      what: 'a test that timed out is reported as timed out',
      message: 'Error: STACK_TRACE_ERROR\n    at task (file:///runner.js:1784:27)\n    at money.test.ts:7:3',
      shown: 'Error: Test timed out',
    },
    {
      what: 'a hook that timed out is reported as timed out',
      message: 'Error: STACK_TRACE_ERROR\n    at afterEach (file:///runner.js:752:80)',
      shown: 'Error: Hook timed out',
    },
  ])('the summary of a failure: $what', async ({ message, shown }) => {
    const test = { ...broken, failureMessages: [message] }
    const counts = await readVitestReport(await vitestReport(0, vitestFile([test])), false, ['unit'])
    expect(failureLines(counts)[1]).toBe(`      ${shown}`)
  })

  test('the summary names a file that failed before or after its tests', async () => {
    const skipped = { ...passed, status: 'skipped' }
    const files = [
      vitestFile([], 'SyntaxError: no'),
      vitestFile([skipped], 'Error: the server did not start'),
    ]
    const counts = await readVitestReport(await vitestReport(0, ...files), false, ['unit'])
    expect(failureLines(counts)).toEqual([
      '  ✗ tests/unit/shared/money.test.ts',
      '      SyntaxError: no',
      '  ✗ tests/unit/shared/money.test.ts',
      '      Error: the server did not start',
    ])
    expect(summaryLine(counts)).toBe('0 passed, 2 failed')
  })

  test('the summary counts an error outside any test, and a suite without tests', async () => {
    const counts = await readVitestReport(await vitestReport(1, vitestFile([passed])), false, ['unit'])
    expect(summaryLine(counts)).toBe('1 passed, 1 failed')
    const none = await readPlaywrightReport(join(await temporaryFolder('test-results'), 'none.json'), true)
    expect(failureLines(none)[0]).toBe('  ✗ the suite e2e')
    expect(summaryLine(sum([counts, none]))).toBe('1 passed, 2 failed')
  })

  test('the summary names a failed end-to-end test by its groups, also one that passed on a retry', async () => {
    const ok = { status: 'expected', results: [{ duration: 5, status: 'passed' }] }
    const failed = { duration: 5, status: 'failed', error: { message: 'Error: no window\n  at …' } }
    const path = await reportOf({
      stats: { expected: 1, unexpected: 1, flaky: 1, skipped: 0 },
      suites: [
        {
          title: 'staff.spec.ts',
          file: 'staff.spec.ts',
          specs: [{ title: 'a page opens', tests: [ok] }],
          suites: [
            {
              title: 'the manager',
              file: 'staff.spec.ts',
              specs: [
                { title: 'the manager refunds', tests: [{ status: 'unexpected', results: [failed] }] },
                {
                  title: 'the manager voids',
                  tests: [{ status: 'flaky', results: [failed, { duration: 5, status: 'passed' }] }],
                },
              ],
            },
          ],
        },
      ],
    })
    const counts = await readPlaywrightReport(path, false)
    expect(failureLines(counts)).toEqual([
      '  ✗ tests/e2e/staff.spec.ts › the manager › the manager refunds',
      '      Error: no window',
      '  ✗ tests/e2e/staff.spec.ts › the manager › the manager voids',
      '      Error: no window',
    ])
    expect(summaryLine(counts)).toBe('1 passed, 2 failed')
    expect(counts.files).toEqual([
      { file: 'tests/e2e/staff.spec.ts', milliseconds: 20, passed: 1, skipped: 0 },
    ])
  })
})

const result = (file: string, passed: number) => ({ file, milliseconds: 1, passed, skipped: 0 })
const shop = 'tests/contract/shop.test.ts'
const late = { name: `${shop} › a shop › a shop sells`, error: 'Error: too late' }
const first = {
  passed: 11,
  skipped: 0,
  failures: [late],
  files: [result('tests/unit/shared/money.test.ts', 9), result(shop, 2)],
}

describe('a second try, alone', () => {
  test('a second try is given only to tests that wait for processes and browsers', () => {
    expect(filesToTryAgain(first)).toEqual([shop])
    const has = (file: string) =>
      filesToTryAgain({ ...first, failures: [late, { name: `${file} › it holds`, error: '' }] })
    expect(has('tests/e2e/staff.spec.ts')).toEqual([shop, 'tests/e2e/staff.spec.ts'])
    for (const file of ['tests/unit/shared/money.test.ts', 'tests/contract/crash.test.ts', 'the suite e2e'])
      expect(has(file)).toEqual([])
    const money = 'tests/unit/main/counter/counter.test.ts'
    const of = (error: string) =>
      filesToTryAgain({ ...first, failures: [{ name: `${money} › it holds`, error }] })
    expect(of('Error: it never came to be: []')).toEqual([money])
    expect(of('\u001b[31mError: Test timed out in 20000ms.')).toEqual([money])
    expect(of('AssertionError: expected 1 to be 2')).toEqual([])
    const many = ['a', 'b', 'c', 'd'].map((name) => ({ name: `tests/e2e/${name}.spec.ts › x`, error: '' }))
    expect(filesToTryAgain({ ...first, failures: many })).toEqual([])
  })

  test('a second try that passes replaces the first, whose failures stay listed', () => {
    const again = { passed: 3, skipped: 0, failures: [], files: [result(shop, 3)] }
    const { counts, recovered } = afterAnotherTry(first, again, [shop])
    expect(summaryLine(counts)).toBe('12 passed, 0 failed')
    expect(recovered).toEqual([late])
  })

  test('a second try that fails is the outcome, whatever failed in it', () => {
    const other = { name: `${shop} › a shop › a shop refunds`, error: 'Error: wrong' }
    const again = { passed: 1, skipped: 0, failures: [late, other], files: [result(shop, 1)] }
    const { counts, recovered } = afterAnotherTry(first, again, [shop])
    expect(summaryLine(counts)).toBe('10 passed, 2 failed')
    expect(recovered).toEqual([])
  })
})
