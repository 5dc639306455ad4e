import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { withDisplay } from '../../scripts/lib/electron.mjs'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { busyCores } from './support/busy-cores.ts'
import {
  atSpeed,
  comparedLines,
  compareFigures,
  type Figures,
  isQuiet,
  type MeasureKey,
  measureKeys,
  measures,
  type SavedFigures,
} from './support/figures.ts'
import { quickParts } from './support/quick-parts.ts'
import { yardstick } from './support/yardstick.ts'

/**
 * `npm run bench -- quick`: measures the most important figures in two minutes, and compares them with the committed
 * ones (figures.json): which got worse, and by how much. support/figures.ts defines the noise of each. `--save`
 * replaces the committed figures by the measured ones, `--strict` ends with 1 if something got worse or could not be
 * measured. Times are compared relative to the time that fixed work takes on this machine now, and took then.
 */
const file = fromRoot('tests', 'bench', 'figures.json')
const saved = JSON.parse(readFileSync(file, 'utf8')) as SavedFigures
const cores = cpus().length
const machine = `${cores} × ${cpus()[0]?.model ?? 'processor'}, Node.js ${process.versions.node}`
const [load = 0] = loadavg()
const busy = await busyCores(1_000)
const quiet = isQuiet(busy, cores)
console.log(
  `\nBefore the start ${busy.toFixed(1)} of ${cores} cores are busy; load of the last minute ${load.toFixed(1)}.`,
)
if (!quiet) console.log('  This machine is not quiet: only the counts can be believed, and ratios roughly.')

const folder = mkdtempSync(join(tmpdir(), 'countertop-quick-'))
const began = performance.now()
const yardstick_ms = yardstick()
const figures: Figures = await withDisplay(async (env) => {
  const defined = Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const measured: Partial<Record<MeasureKey, number>> = {}
  for (const { name, run } of quickParts) {
    const from = performance.now()
    try {
      // The speed of the machine may change within a minute.
      const before = yardstick()
      const found = await run(folder, defined)
      Object.assign(measured, atSpeed(found, (2 * yardstick_ms) / (before + yardstick())))
      console.log(`  ✓ ${name} (${((performance.now() - from) / 1000).toFixed(0)} s)`)
    } catch (error) {
      console.log(`  ✗ ${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return measured
})
rmSync(folder, { recursive: true, force: true })

const compared = compareFigures({ yardstick_ms, figures }, saved)
console.log(`\n${'Beside the figures of'.padEnd(24)}${saved.saved}: ${saved.machine}`)
console.log(`${''.padEnd(48)}${'now'.padStart(10)}${'then'.padStart(12)}`)
for (const line of comparedLines(compared)) console.log(line)
console.log(
  `Fixed work takes ${yardstick_ms.toFixed(0)} ms, took ${saved.yardstick_ms.toFixed(0)}: times are scaled by it. ${((performance.now() - began) / 1000).toFixed(0)} s in all.`,
)
const worse = compared.filter(({ verdict }) => verdict === 'worse')
const missing = compared.filter(({ verdict }) => verdict === 'not measured')
console.log(
  worse.length === 0
    ? 'Nothing got worse.'
    : `Worse: ${worse.map(({ key }) => measures[key].name).join('; ')}.${quiet ? '' : ' Measure again on a quiet machine.'}`,
)

if (process.argv.includes('--save')) {
  if (measureKeys.some((key) => figures[key] === undefined)) {
    console.error('Not saved: some could not be measured.')
    process.exitCode = 1
  } else {
    const rounded = Object.fromEntries(
      measureKeys.map((key) => [key, Number((figures[key] ?? 0).toFixed(3))]),
    )
    const next: SavedFigures = {
      ...{
        saved: new Date().toISOString().slice(0, 10),
        machine: `${machine}; ${busy.toFixed(1)} cores busy with other things`,
      },
      ...{ yardstick_ms: Math.round(yardstick_ms), figures: rounded },
    }
    writeFileSync(file, `${JSON.stringify(next, null, 2)}\n`)
    console.log(`Saved: ${file}`)
  }
}
if (process.argv.includes('--strict') && worse.length + missing.length > 0) process.exitCode = 1
