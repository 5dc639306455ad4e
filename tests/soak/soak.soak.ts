import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fromCache } from '../../scripts/lib/paths.mjs'
import { flag, numberFlag } from '../bench/support/flags.ts'
import { grownBetween, readCensus } from './census.ts'
import { type Frames, sumOfFrames } from './frames.ts'
import { lastingLimits } from './limits.ts'
import { type Program, programs, type Sample } from './memory.ts'
import { runSoak } from './run-soak.ts'
import { droppedOf, type Finding, filesOf, growthOf } from './verdict.ts'

/**
 * Sells without pause through the window of the real app: by card with a tip, items, cash, an order on hold, a refund
 * and a void now and then. Prints the memory of each process, and fails if memory grows with the sales, or frames are
 * dropped.
 *
 * --minutes=20 --sales=…   whichever comes first
 * --every=100              sales between two measurements of memory
 * --no-returns             without refunds and voids
 * --snapshots=300          writes each heap after this many sales, and at the end, into .cache/soak, and lists the
 * objects
 * that have grown in number; Chromium's tools open and compare them
 * --leak=main              plants 4 kB a sale in main, service or window, which must be found
 */
const minutes = numberFlag('minutes', 20)
const every = Math.max(1, numberFlag('every', 100))
const planted = flag('leak')
const program = programs.find((one) => one === planted)
if (planted !== undefined && program === undefined) throw new Error(`--leak is one of ${programs.join(', ')}`)
const at = (flag('snapshots') ?? '300').split(',').filter(Boolean).map(Number)
const folder = fromCache('soak')
mkdirSync(folder, { recursive: true })

/** After this many sales nearly all code has been compiled. */
const enough = 1_000
const mib = (bytes: number) => (bytes / 1024 / 1024).toFixed(2)
const cell = (text: string) => text.padStart(10)
const head = [
  'sales',
  '/s',
  'heaps MiB',
  'main',
  'service',
  'window',
  'PSS MiB',
  'main',
  'service',
  'window',
  'nodes',
  'dropped',
  'machine',
]
console.log(head.map(cell).join(''))
const print = (sample: Sample, soFar: { readonly sellingMs: number; readonly frames: Frames }) => {
  const { sellingMs, frames } = soFar
  const { sales, main, service, window, system } = sample
  const pss = (of: Program) => system[of].pss.toFixed(0)
  const heaps = [main.heap, service.heap, window.heap].map(mib)
  const row = [String(sales), (sales / (sellingMs / 1_000)).toFixed(2), '', ...heaps, '']
  console.log(
    [
      ...row,
      ...programs.map(pss),
      String(window.nodes),
      String(frames.byWindow.frames),
      String(frames.byMachine.frames),
    ]
      .map(cell)
      .join(''),
  )
}

const { samples, frames, began, sellingMs } = await runSoak({
  ...{ minutes, every, sales: numberFlag('sales', Number.POSITIVE_INFINITY) },
  givesBack: !process.argv.includes('--no-returns'),
  ...(program === undefined ? {} : { leak: { program, bytes: 4_096 } }),
  snapshots: { folder, at },
  onSample: print,
})

const sales = samples.at(-1)?.sales ?? 0
console.log(
  `\n${sales} sales in ${(sellingMs / 60_000).toFixed(1)} minutes of selling: ${((sales * 1_000) / sellingMs).toFixed(2)} a second`,
)
const { drawn, byWindow, byMachine, seconds } = sumOfFrames(frames)
console.log(
  `${drawn} frames, ${(drawn / seconds).toFixed(1)} a second; dropped by the window's own work ${byWindow.frames} ` +
    `(in ${byWindow.gaps} gaps, the longest ${byWindow.longestMs.toFixed(0)} ms, at most ${byWindow.mostWorkMs.toFixed(0)} ms of work); ` +
    `although the window was done in time ${byMachine.frames} (in ${byMachine.gaps}, the longest ${byMachine.longestMs.toFixed(0)} ms)`,
)
const screens = Object.entries(sumOfFrames(frames).byScreen).sort(([, one], [, other]) => other - one)
console.log(
  `  by the screen that followed: ${screens.map(([screen, count]) => `${screen} ${count}`).join(', ')}`,
)
const { own } = sumOfFrames(frames)
const heaviest = own.toSorted((one, other) => other.work - one.work).slice(0, 20)
if (own.length > 0)
  console.log(`  the ${heaviest.length} with the most work, and the own time of each kind of step, ms:`)
for (const { at, screen, ms, work, parts } of heaviest) {
  const sale = began.findLastIndex((time) => time <= at)
  const since = at - (began[sale] ?? at)
  const steps = parts.slice(0, 8).map((part) => `${part.name} ${part.ms.toFixed(1)}`)
  console.log(
    `  sale ${sale}, ${since.toFixed(0)} ms after it began, ${screen}: ${work.toFixed(1)} within ${ms.toFixed(0)}: ${steps.join(', ')}`,
  )
}
console.log('\nFiles, bytes a sale')
for (const { name, slope } of filesOf(samples)) {
  console.log(`  ${name.padEnd(40)}${slope.perSale.toFixed(0).padStart(10)} ± ${slope.error.toFixed(0)}`)
}
const [first = 0] = at.filter((one) => one < sales && one % every === 0)
if (first > 0) {
  console.log(
    `\nGrowth of the heaps in objects per sale, between sale ${first} and ${sales}, without compiled code`,
  )
  for (const one of programs) {
    const [before, after] = [first, sales].map((number) =>
      readCensus(join(folder, `${one}-${number}.heapsnapshot`)),
    )
    const grown =
      before === undefined || after === undefined ? [] : grownBetween(before, after, sales - first, 0.1)
    const list = grown.slice(0, 8).map(({ kind, perSale }) => `${kind} ${perSale.toFixed(2)}`)
    console.log(`  ${one.padEnd(10)}${list.length === 0 ? 'no kind grew by 0.1 or more' : list.join(', ')}`)
  }
}
console.log('\nGrowth over the second half of the sales')
const findings: readonly Finding[] = [...growthOf(samples, lastingLimits), droppedOf(frames, lastingLimits)]
for (const { name, value, error, limit, unit, isBeyond, isUnclear } of findings) {
  const sum = `${value.toFixed(3)} ± ${error.toFixed(3)}`
  console.log(
    `  ${name.padEnd(36)}${sum.padStart(24)} ${unit.padEnd(16)} ${isBeyond ? 'BEYOND' : isUnclear ? 'UNCLEAR' : 'within'} ${limit}`,
  )
}
if (sales < enough) console.log(`Fewer than ${enough} sales: heaps still grow by compiled code.`)
const namesOf = (some: readonly Finding[]) => some.map(({ name }) => name).join(', ')
const beyond = findings.filter(({ isBeyond }) => isBeyond)
const unclear = findings.filter(({ isUnclear }) => isUnclear)
if (beyond.length > 0) console.log(`\nBEYOND THE LIMIT: ${namesOf(beyond)}`)
if (unclear.length > 0) console.log(`\nUNCLEAR, use more sales or more samples: ${namesOf(unclear)}`)
const isFlat = beyond.length === 0 && unclear.length === 0
if (isFlat) console.log('\nFlat.')
process.exitCode = isFlat ? 0 : 1
