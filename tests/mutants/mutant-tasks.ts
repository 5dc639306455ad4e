import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fromCache, fromRoot, projectRoot } from '../../scripts/lib/paths.mjs'
import { run } from '../../scripts/lib/run.mjs'
import { createRandom } from '../chaos/support/random.ts'
import { functionAround, hitsVariable } from './count-hits.ts'
import { findMutants, type Mutant } from './find-mutants.ts'
import type { MoneyArea } from './money-areas.ts'
import { namedMutants } from './named-mutants.ts'

/** One fault, and the tests that may notice it: paths from the project's folder, quickest first. */
export interface MutantTask {
  readonly area: string
  readonly mutant: Mutant
  readonly tests: readonly string[]
}

export const mutantsFolder = fromCache('mutants')

const filesBelow = (path: string, ending: RegExp): readonly string[] => {
  if (!existsSync(fromRoot(path))) return ending.test(path) ? [] : filesStartingWith(path, ending)
  if (!statSync(fromRoot(path)).isDirectory()) return [path]
  return readdirSync(fromRoot(path), { recursive: true, encoding: 'utf8' })
    .filter((name) => ending.test(name))
    .map((name) => `${path}/${name}`)
    .sort()
}

/** A path may be the prefix of several names. */
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
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 24)

/** Everything that a result depends on: the result is reused until the file or one of its tests changes. */
export const keyOf = ({ mutant, tests }: MutantTask): string =>
  hashOf(JSON.stringify([mutant, read(mutant.file), tests.map(read)]))

interface Measured {
  readonly test: string
  readonly milliseconds: number
  readonly hits: readonly string[]
}

const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'tests/mutants/vitest.config.ts']

/**
 * Runs the tests of an area once without a fault, to measure which functions each file enters and how long it takes.
 */
async function measure(area: MoneyArea): Promise<readonly Measured[]> {
  const tests = testsOf(area.tests)
  const sources = sourcesOf(area)
  const hits = join(mutantsFolder, `${area.name}-${hashOf([...sources, ...tests].map(read).join())}.jsonl`)
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

/** The faults of an area in an order that depends only on the seed, each with the tests that enter its function. */
export async function tasksOf(
  area: MoneyArea,
  { seed, limit }: { readonly seed: number; readonly limit: number },
): Promise<readonly MutantTask[]> {
  const measured = await measure(area)
  const random = createRandom(seed)
  const mutants = sourcesOf(area)
    .flatMap((file) => findMutants(file, read(file)))
    .map((mutant) => ({ mutant, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ mutant }) => mutant)
  return mutants.slice(0, limit).map((mutant) => {
    const around = functionAround(mutant.file, read(mutant.file), mutant.start)
    const near = measured.filter(({ hits }) => around === null || hits.includes(around))
    return { area: area.name, mutant, tests: near.map(({ test }) => relative(projectRoot, test)) }
  })
}

/** @throws when the text of a guard is not found */
export const namedTasks = (): readonly MutantTask[] =>
  namedMutants.map(({ name, file, find, by, tests }) => {
    const text = read(file)
    const start = text.indexOf(find)
    if (start === -1) throw new Error(`${file} no longer holds “${find}”: say where ${name} is guarded now`)
    const line = text.slice(0, start).split('\n').length
    return {
      area: 'named',
      mutant: { file, start, end: start + find.length, by, line, what: name },
      tests: testsOf(tests),
    }
  })
