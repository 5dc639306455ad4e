import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { explainedMutants } from './explained-mutants.ts'
import { moneyAreas } from './money-areas.ts'
import { keyOf, type MutantTask, mutantsFolder, namedTasks, tasksOf } from './mutant-tasks.ts'
import { openMutantRunner, type Verdict } from './try-mutants.ts'

/**
 * Puts small faults into the money code, one at a time, and checks that a test fails:
 *
 * npm run mutants                               a sample of every area, and every named guard
 * npm run mutants -- refunds --all              every fault of an area
 * npm run mutants -- named --minutes=20         only the named guards, for 20 minutes at most
 *
 * Results are kept in .cache/mutants/ until a file or one of its tests changes, so that the next run continues.
 * A fault that has no effect, or none that matters, is explained in ./explained-mutants.ts.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string', default: '12' },
    seed: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '60' },
    'at-once': { type: 'string', default: '2' },
    all: { type: 'boolean', default: false },
  },
})
const end = Date.now() + Number(values.minutes) * 60_000
const resultsFile = join(mutantsFolder, 'results.json')

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

await mkdir(mutantsFolder, { recursive: true })
const known: Record<string, Verdict> = existsSync(resultsFile)
  ? (JSON.parse(readFileSync(resultsFile, 'utf8')) as Record<string, Verdict>)
  : {}

const tasks: MutantTask[] = []
for (const area of moneyAreas.filter(({ name }) => isAsked(name))) {
  console.log(`${area.name}: running its tests once as they are`)
  const limit = values.all ? Number.MAX_SAFE_INTEGER : Number(values.sample)
  tasks.push(...(await tasksOf(area, { seed: Number(values.seed), limit })))
}
if (isAsked('named')) tasks.unshift(...namedTasks())

const explanationOf = ({ mutant }: MutantTask): string | null =>
  explainedMutants.find(({ file, what }) => file === mutant.file && what === mutant.what)?.why ?? null

type Count = Record<Verdict['kind'] | 'explained', number>
const survivors: MutantTask[] = []
const done = new Map<string, Count>()
const waiting = [...tasks]

function record(task: MutantTask, verdict: Verdict): void {
  const why = verdict.kind === 'survived' ? explanationOf(task) : null
  const count = done.get(task.area) ?? { killed: 0, timeout: 0, survived: 0, explained: 0 }
  count[why === null ? verdict.kind : 'explained'] += 1
  done.set(task.area, count)
  const place = `${task.mutant.file}:${task.mutant.line}  ${task.mutant.what}`
  if (verdict.kind === 'killed') console.log(`  ✓ ${place}\n      noticed by ${verdict.by}`)
  else if (verdict.kind === 'timeout') console.log(`  ✓ ${place}\n      its tests did not end`)
  else if (why !== null) console.log(`  ✓ ${place}\n      explained: ${why}`)
  else {
    survivors.push(task)
    console.log(`  ✗ ${place}\n      SURVIVED`)
  }
}

async function worker(): Promise<void> {
  const runner = await openMutantRunner()
  for (let task = waiting.shift(); task !== undefined && Date.now() < end; task = waiting.shift()) {
    const key = keyOf(task)
    const { mutant, tests } = task
    const verdict: Verdict =
      known[key] ?? (tests.length === 0 ? { kind: 'survived' } : await runner.tryOut({ mutant, tests }))
    known[key] = verdict
    await writeFile(resultsFile, JSON.stringify(known))
    record(task, verdict)
  }
  runner.stop()
}
await Promise.all(Array.from({ length: Number(values['at-once']) }, worker))

console.log()
let [good, all] = [0, 0]
for (const [area, { killed, timeout, explained, survived }] of done) {
  const noticed = killed + timeout + explained
  good += noticed
  all += noticed + survived
  const waited = timeout === 0 ? '' : `, ${timeout} of them by a test that did not end`
  const besides = explained === 0 ? '' : `, ${explained} explained`
  console.log(`  ${area.padEnd(12)} ${noticed} of ${noticed + survived}${waited}${besides}`)
}
const left = tasks.length - all
const percent = all === 0 ? 0 : Math.round((1000 * good) / all) / 10
console.log(
  `${good} of ${all} faults were noticed or are explained (${percent} %)${left > 0 ? `; ${left} were not tried in the time` : ''}`,
)
for (const { mutant, tests } of survivors)
  console.log(
    `  survived: ${mutant.file}:${mutant.line}  ${mutant.what}${tests.length === 0 ? ' (no test comes near it)' : ''}`,
  )
process.exitCode = survivors.some(({ area }) => area === 'named') ? 1 : 0
