import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fromCache, fromRoot } from '../../scripts/lib/paths.mjs'
import { run } from '../../scripts/lib/run.mjs'
import { createRandom } from '../chaos/support/random.ts'
import { functionAround, hitsVariable } from './count-hits.ts'
import { findMutants, type Mutant } from './find-mutants.ts'
import { type MoneyArea, moneyAreas } from './money-areas.ts'
import { namedMutants } from './named-mutants.ts'

/**
 * Puts small faults into the money code, one at a time, and sees whether a test notices:
 *
 *   npm run mutants                               a sample of every area, and every named guard
 *   npm run mutants -- refunds --all              every fault of an area
 *   npm run mutants -- named --minutes=20         the named guards alone, for so long at most
 *
 * What was found is kept in .cache/mutants/ until a file or one of its tests changes: a second run goes on.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    all: { type: 'boolean', default: false },
  },
})
const atOnce = 2
/** A fault may make a test wait, or loop, for ever: that is noticed too, ms. */
const limitMs = 180_000
const end = Date.now() + Number(values.minutes) * 60_000

const folder = fromCache('mutants')
const resultsFile = join(folder, 'results.json')
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/mutants/vitest.config.ts']

/** `timeout`: no test failed, but none ended either; a machine that is busy looks the same. */
type Verdict = 'killed' | 'timeout' | 'survived'
interface Task {
  readonly name: string
  readonly area: string
  readonly mutant: Mutant
  /** Quickest first. */
  readonly tests: readonly string[]
}

const filesBelow = (path: string, ending: RegExp): readonly string[] => {
  if (!existsSync(fromRoot(path))) return ending.test(path) ? [] : filesStartingWith(path, ending)
  if (!statSync(fromRoot(path)).isDirectory()) return [path]
  return readdirSync(fromRoot(path), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${path}/${name}`)
    .sort()
}

/** A path may be the beginning of several names. */
function filesStartingWith(path: string, ending: RegExp): readonly string[] {
  const parent = path.slice(0, path.lastIndexOf('/'))
  const names = existsSync(fromRoot(parent)) ? readdirSync(fromRoot(parent)) : []
  return names
    .filter((name) => `${parent}/${name}`.startsWith(path) && ending.test(name))
    .map((name) => `${parent}/${name}`)
}

const testsOf = (paths: readonly string[]) => [
  ...new Set(paths.flatMap((path) => filesBelow(path, /\.test\.ts$/))),
]
const sourcesOf = ({ sources }: MoneyArea) => sources.flatMap((path) => filesBelow(path, /(?<!\.d)\.ts$/))
const read = (file: string) => readFileSync(fromRoot(file), 'utf8')

interface Measured {
  readonly test: string
  readonly milliseconds: number
  readonly hits: readonly string[]
}

/** Runs the tests of an area once as they are: which of them enters which function, and how long does it take? */
async function measure(area: MoneyArea): Promise<readonly Measured[]> {
  const tests = testsOf(area.tests)
  const sources = sourcesOf(area)
  const hits = join(folder, `${area.name}-${hashOf([...sources, ...tests].map(read).join())}.jsonl`)
  if (!existsSync(hits)) {
    await rm(`${hits}.new`, { force: true })
    const { code, output } = await run(process.execPath, [...vitest, ...tests], {
      cwd: fromRoot(),
      env: {
        ...process.env,
        [hitsVariable]: `${hits}.new`,
        COUNTERTOP_MUTANT_FILES: JSON.stringify(sources),
      },
    })
    if (code !== 0)
      throw new Error(`the tests of ${area.name} fail without any fault:\n${output.slice(-3000)}`)
    await writeFile(hits, readFileSync(`${hits}.new`))
    await rm(`${hits}.new`)
  }
  return readFileSync(hits, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Measured)
    .sort((a, b) => a.milliseconds - b.milliseconds)
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24)

/** The faults of an area in an order that depends on the seed alone, each with the tests that come near it. */
async function tasksOf(area: MoneyArea): Promise<readonly Task[]> {
  const measured = await measure(area)
  const random = createRandom(Number(values.seed))
  const mutants = sourcesOf(area)
    .flatMap((file) => findMutants(file, read(file)))
    .map((mutant) => ({ mutant, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ mutant }) => mutant)
  return mutants.slice(0, values.all ? mutants.length : Number(values.sample)).map((mutant) => {
    const around = functionAround(mutant.file, read(mutant.file), mutant.start)
    const near = measured.filter(({ hits }) => around === null || hits.includes(around))
    return { name: mutant.what, area: area.name, mutant, tests: near.map(({ test }) => test) }
  })
}

const namedTasks = (): readonly Task[] =>
  namedMutants.map(({ name, file, find, by, tests }) => {
    const text = read(file)
    const start = text.indexOf(find)
    if (start === -1) throw new Error(`${file} no longer holds “${find}”: say where ${name} is guarded now`)
    const line = text.slice(0, start).split('\n').length
    const mutant = { file, start, end: start + find.length, by, line, what: name }
    return { name, area: 'named', mutant, tests: testsOf(tests) }
  })

async function verdictOn({ mutant, tests }: Task): Promise<Verdict> {
  if (tests.length === 0) return 'survived'
  const { code, output } = await run(process.execPath, [...vitest, '--bail=1', '--reporter=dot', ...tests], {
    cwd: fromRoot(),
    env: { ...process.env, COUNTERTOP_MUTANT: JSON.stringify(mutant) },
    timeoutMilliseconds: limitMs,
  })
  if (code === 0) return 'survived'
  return output.includes('ended by SIGKILL') || /timed out in \d+ms/.test(output) ? 'timeout' : 'killed'
}

await mkdir(folder, { recursive: true })
const known: Record<string, Verdict> = existsSync(resultsFile)
  ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Record<string, Verdict>)
  : {}
const keyOf = ({ mutant, tests }: Task) =>
  hashOf(
    JSON.stringify([
      mutant,
      read(mutant.file),
      tests.map((test) => readFileSync(test.startsWith('/') ? test : fromRoot(test), 'utf8')),
    ]),
  )

const unknownWords = positionals.filter(
  (word) => word !== 'named' && !moneyAreas.some(({ name }) => name === word),
)
if (unknownWords.length > 0) {
  console.error(
    `${unknownWords.join(', ')}: there is named, ${moneyAreas.map(({ name }) => name).join(', ')}.`,
  )
  process.exit(1)
}
const isAsked = (name: string) => positionals.length === 0 || positionals.includes(name)

const tasks: Task[] = []
for (const area of moneyAreas.filter(({ name }) => isAsked(name))) {
  console.log(`${area.name}: running its tests once as they are`)
  tasks.push(...(await tasksOf(area)))
}
if (isAsked('named')) tasks.unshift(...namedTasks())

const survivors: Task[] = []
const done = new Map<string, Record<Verdict, number>>()
const waiting = [...tasks]
async function worker(): Promise<void> {
  for (let task = waiting.shift(); task !== undefined && Date.now() < end; task = waiting.shift()) {
    const key = keyOf(task)
    const verdict = known[key] ?? (await verdictOn(task))
    known[key] = verdict
    await writeFile(resultsFile, JSON.stringify(known))
    const count = done.get(task.area) ?? { killed: 0, timeout: 0, survived: 0 }
    count[verdict] += 1
    done.set(task.area, count)
    if (verdict === 'survived') survivors.push(task)
    const place = `${task.mutant.file}:${task.mutant.line}`
    console.log(
      `  ${verdict === 'survived' ? '✗ SURVIVED' : verdict === 'killed' ? '✓ noticed ' : '✓ time out'} ${place}  ${task.name}`,
    )
  }
}
await Promise.all(Array.from({ length: atOnce }, worker))

console.log()
let [killed, all] = [0, 0]
for (const [area, count] of done) {
  const noticed = count.killed + count.timeout
  killed += noticed
  all += noticed + count.survived
  const waited = count.timeout === 0 ? '' : `, ${count.timeout} of them by a test that did not end`
  console.log(`  ${area.padEnd(12)} ${noticed} of ${noticed + count.survived}${waited}`)
}
const left = tasks.length - all
console.log(
  `${killed} of ${all} faults were noticed (${all === 0 ? 0 : Math.round((1000 * killed) / all) / 10} %)${left > 0 ? `; ${left} were not tried in the time` : ''}`,
)
for (const { mutant, name, tests } of survivors)
  console.log(
    `  survived: ${mutant.file}:${mutant.line}  ${name}${tests.length === 0 ? ' (no test comes near it)' : ''}`,
  )
process.exitCode = survivors.some(({ area }) => area === 'named') ? 1 : 0
