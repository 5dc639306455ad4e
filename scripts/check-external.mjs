// Checks by programs of others, which are installed on demand below .cache/ and are no part of the product:
//
//   spectral   lints docs/api/openapi.json by the rules of OpenAPI and of OWASP (scripts/external/spectral/)
//   prism      stands between contract tests and the service, and holds every answer against the document
//
// and one of our own (tests/fuzz/): 20,000 requests of every kind, none of which may break the contract.
//
//   npm run check:external                                        everything
//   npm run check:external -- fuzz --requests=500 --seed=7        one of lint, answers and fuzz

import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { installExternal } from './lib/external.mjs'
import { fromCache, fromRoot, projectRoot } from './lib/paths.mjs'
import { createProgress } from './lib/progress.mjs'
import { run } from './lib/run.mjs'
import { runTypescript } from './lib/run-typescript.mjs'

const { line, step } = createProgress(process.stdout)
const document = fromRoot('docs', 'api', 'openapi.json')

/**
 * Contract tests that are not run behind the proxy: what is no JSON or no HTTP (prism refuses it itself), streams, the
 * document itself, and the matrix of keys and operations, whose thousand refusals are the same few answers.
 */
const leftOut = ['access', 'bad-fields', 'bad-requests', 'event-stream', 'reference']

/** Those with the service in their own process, which tests/contract/support/validating-proxy.ts can stand before. */
const contractTests = async () => {
  const folder = 'tests/contract'
  const names = (await readdir(fromRoot(folder))).filter(
    (name) => name.endsWith('.test.ts') && !leftOut.includes(name.replace('.test.ts', '')),
  )
  const texts = await Promise.all(names.map((name) => readFile(fromRoot(folder, name), 'utf8')))
  return names
    .filter((_, index) => texts[index]?.includes('running-service.ts'))
    .map((name) => `${folder}/${name}`)
}

const lint = async () => {
  const folder = await installExternal('spectral', step)
  // A ruleset finds the packages that it extends, and the documents that it makes exceptions for, from where it lies.
  const ruleset = join(folder, 'ruleset.yaml')
  await copyFile(document, join(folder, 'openapi.json'))
  await copyFile(fromRoot('scripts', 'external', 'spectral', 'ruleset.yaml'), ruleset)
  const program = join(folder, 'node_modules', '@stoplight', 'spectral-cli', 'dist', 'index.js')
  const args = ['lint', '--ruleset', ruleset, '--fail-severity', 'warn', 'openapi.json']
  const { code, output } = await run(process.execPath, [program, ...args], { cwd: folder })
  if (code !== 0) throw new Error(`spectral does not agree with docs/api/openapi.json:\n${output.trim()}`)
}

const compareAnswers = async () => {
  const folder = await installExternal('prism', step)
  const logs = fromCache('external', 'prism-logs')
  await rm(logs, { recursive: true, force: true })
  await mkdir(logs, { recursive: true })
  const files = await contractTests()
  const vitest = fromRoot('node_modules', 'vitest', 'vitest.mjs')
  const tested = await run(
    process.execPath,
    // Prism works for each answer: one file at a time.
    [vitest, 'run', '--project', 'contract', '--no-file-parallelism', ...files],
    {
      cwd: projectRoot,
      env: {
        ...process.env,
        COUNTERTOP_PRISM: join(folder, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js'),
        COUNTERTOP_PRISM_LOGS: logs,
      },
    },
  )
  const found = await readLogs(logs)
  if (found.violations.length > 0) {
    throw new Error(`answers that break docs/api/openapi.json:\n${found.violations.join('\n')}`)
  }
  if (tested.code !== 0) {
    throw new Error(`the contract tests failed behind the proxy:\n${tested.output.trim().slice(-4000)}`)
  }
  if (found.answers < 100) throw new Error(`only ${found.answers} answers came through; that checks nothing`)
  return `${found.answers} answers of ${files.length} test files keep the document`
}

/** @param {string} folder */
const readLogs = async (folder) => {
  let answers = 0
  const violations = new Set()
  for (const name of await readdir(folder)) {
    let request = ''
    for (const text of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      request = /\[HTTP SERVER\] (\S+ \S+)/.exec(text)?.[1] ?? request
      if (text.includes('Received forward response')) answers += 1
      const violation = /Violation: (response.*)/.exec(text)?.[1]
      if (violation) violations.add(`  ${withoutIds(request)}: ${violation}`)
    }
  }
  return { answers, violations: [...violations].sort() }
}

/** The same finding is told once, whatever the resource. @param {string} path */
const withoutIds = (path) => path.replace(/\/[a-z]+_[0-9a-z]{26}/g, '/{id}')

const fuzz = async () => {
  const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
  const code = await runTypescript(fromRoot('tests', 'fuzz', 'api.fuzz.ts'), flags, process.env)
  if (code !== 0) throw new Error('an answer broke the contract (see above)')
}

const parts = {
  lint: () => step('linting docs/api/openapi.json', 'spectral finds nothing', lint),
  answers: () => step('holding answers against it', (found) => found, compareAnswers),
  fuzz: () => step('sending what nobody should', 'every answer keeps the contract', fuzz),
}
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const unknown = words.filter((word) => !(word in parts))

try {
  if (unknown.length > 0) throw new Error(`${unknown.join(', ')}: there is ${Object.keys(parts).join(', ')}.`)
  for (const [name, part] of Object.entries(parts)) {
    if (words.length === 0 || words.includes(name)) await part()
  }
} catch (error) {
  line(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
