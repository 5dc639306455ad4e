// Runs checks with third-party programs, which are installed on demand below .cache/ and are not part of the product:
//
//   spectral   lints docs/api/openapi.json by the rules of OpenAPI and of OWASP (scripts/external/spectral/)
//   clients    three generators each make a client of it, which must compile and run the tour of docs/api/tour.md
//   signatures verifies the registry's signatures of the installed packages, if its keys can be fetched
//   prism      is a proxy between contract tests and the service, and checks every answer against the document
//
// and one of our own (tests/fuzz/): 20,000 requests of every kind, all of whose answers must match the contract.
//
//   npm run check:external                                        everything
//   npm run check:external -- fuzz --requests=500 --seed=7        one of lint, signatures, clients, answers and fuzz

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from './lib/build.mjs'
import { installExternal } from './lib/external.mjs'
import { npmEnvironment } from './lib/libraries.mjs'
import { fromCache, fromRoot, projectRoot } from './lib/paths.mjs'
import { createProgress } from './lib/progress.mjs'
import { npm, run, runOrThrow } from './lib/run.mjs'
import { runTypescript } from './lib/run-typescript.mjs'

const { line, step } = createProgress(process.stdout)
const document = fromRoot('docs', 'api', 'openapi.json')

/**
 * Contract tests that do not run behind the proxy: requests that are not JSON or HTTP (prism refuses them itself),
 * streams,
 * the document itself, and the matrix of keys and operations, whose thousand refusals are the same few answers.
 */
const leftOut = ['access', 'bad-fields', 'bad-requests', 'event-stream', 'reference']

/**
 * Contract tests whose service runs in their own process: tests/contract/support/validating-proxy.ts can be put before
 * it.
 */
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
  // A ruleset resolves its packages and the documents of its exceptions relative to its own folder.
  const ruleset = join(folder, 'ruleset.yaml')
  await copyFile(document, join(folder, 'openapi.json'))
  await copyFile(fromRoot('scripts', 'external', 'spectral', 'ruleset.yaml'), ruleset)
  const program = join(folder, 'node_modules', '@stoplight', 'spectral-cli', 'dist', 'index.js')
  const args = ['lint', '--ruleset', ruleset, '--fail-severity', 'warn', 'openapi.json']
  const { code, output } = await run(process.execPath, [program, ...args], { cwd: folder })
  if (code !== 0) throw new Error(`spectral found problems in docs/api/openapi.json:\n${output.trim()}`)
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
    // Prism is slow for each answer, so the files run one at a time.
    [vitest, 'run', '--dir', 'tests/contract', '--no-file-parallelism', ...files],
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
  if (found.answers < 100) throw new Error(`only ${found.answers} answers were checked; that proves nothing`)
  return `${found.answers} answers of ${files.length} test files match the document`
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

/** Removes the ids, so that the same finding about two resources is reported once. @param {string} path */
const withoutIds = (path) => path.replace(/\/[a-z]+_[0-9a-z]{26}/g, '/{id}')

const fuzz = async () => {
  const flags = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
  const code = await runTypescript(fromRoot('tests', 'fuzz', 'api.fuzz.ts'), flags, process.env)
  if (code === 1) throw new Error('an answer broke the contract (see above)')
  if (code !== 0) throw new Error(`the fuzzer ended before it was finished, with code ${code}`)
}

/** Compiles the clients that openapi-typescript, hey-api and orval generate, and runs them against a service. */
const generateClients = async () => {
  const folder = await installExternal('clients', step)
  const source = fromRoot('scripts', 'external', 'clients')
  await rm(join(folder, 'generated'), { recursive: true, force: true })
  await rm(join(folder, 'built'), { recursive: true, force: true })
  await cp(join(source, 'tours'), join(folder, 'tours'), { recursive: true })
  for (const name of ['generate.mjs', 'tsconfig.json']) await copyFile(join(source, name), join(folder, name))
  await copyFile(document, join(folder, 'openapi.json'))
  await runOrThrow(process.execPath, ['generate.mjs'], { cwd: folder, timeoutMilliseconds: 300_000 })
  const compiler = join(folder, 'node_modules', 'typescript', 'bin', 'tsc')
  const compiled = await run(process.execPath, [compiler, '--project', folder], { cwd: folder })
  if (compiled.code !== 0)
    throw new Error(`the generated clients do not compile:\n${compiled.output.trim().slice(0, 4000)}`)
  for (const name of generators) {
    await withService(async ({ url, private_key, public_key, account_id }) => {
      const env = { SERVICE: url, PRIVATE_KEY: private_key, PUBLIC_KEY: public_key, ACCOUNT_ID: account_id }
      const program = join(folder, 'built', 'tours', `${name}.js`)
      await runOrThrow(process.execPath, [program], {
        env: { ...process.env, ...env },
        timeoutMilliseconds: 60_000,
      })
    })
  }
  return `${generators.join(', ')}: each compiles, and pays, captures, refunds and settles`
}

const generators = ['openapi-fetch', 'hey-api', 'orval']

/**
 * Runs `work` with a service of its own, because each tour counts the money of its day.
 *
 * @param {(ready: Readonly<Record<'url' | 'private_key' | 'public_key' | 'account_id', string>>) => Promise<void>} work
 */
const withService = async (work) => {
  const data = await mkdtemp(join(tmpdir(), 'generated-clients-'))
  await build({ report: () => {}, names: ['service'] })
  const args = [fromRoot('scripts', 'run.mjs'), 'service', '--port', '0', '--data', data, '--sandbox']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] })
  try {
    const [first] = await once(createInterface({ input: child.stdout }), 'line')
    await work(JSON.parse(String(first)))
  } finally {
    child.kill('SIGTERM')
    await once(child, 'close')
    await rm(data, { recursive: true, force: true })
  }
}

/**
 * Verifies the registry's signatures of the packages in node_modules; reports them as unknown where its keys cannot be
 * fetched.
 */
const verifySignatures = async () => {
  const { command, args } = npm(['audit', 'signatures', '--loglevel=error'])
  const { code, output } = await run(command, args, { cwd: projectRoot, env: npmEnvironment() })
  if (code === 0) return output.trim().split('\n').filter(Boolean).slice(0, 3).join(' ')
  if (/ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN/.test(output))
    return 'NOT verified: their keys cannot be fetched here'
  throw new Error(`npm audit signatures:\n${output.trim().slice(0, 4000)}`)
}

const parts = {
  lint: () => step('linting docs/api/openapi.json', 'spectral finds nothing', lint),
  signatures: () => step('verifying the signatures of the libraries', (found) => found, verifySignatures),
  clients: () => step('generating clients', (found) => found, generateClients),
  answers: () => step('checking answers against it', (found) => found, compareAnswers),
  fuzz: () => step('sending invalid requests', 'every answer matches the contract', fuzz),
}
const words = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const unknown = words.filter((word) => !(word in parts))

try {
  if (unknown.length > 0)
    throw new Error(`Unknown name: ${unknown.join(', ')}. The names are ${Object.keys(parts).join(', ')}.`)
  for (const [name, part] of Object.entries(parts)) {
    if (words.length === 0 || words.includes(name)) await part()
  }
} catch (error) {
  line(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
