import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestApp } from '../e2e/support/app.ts'
import { flag, numberFlag } from './support/flags.ts'
import { everything, fillShop, openPayments, pageSteps } from './support/payments-page.ts'
import { type BenchRow, median, percentile, printRows } from './support/report.ts'
import { scrollDown } from './support/rows-painted.ts'

/**
 * The manager's page of payments in the real app, whose embedded service has 1,000 or 1,000,000 payments: both apps are
 * open at once and measured in turns, so that other load on the machine affects both. From the key or press until the
 * rows are painted; then a scripted scroll of five seconds. `--count=100000` for a quicker run, `--keep=FOLDER` fills
 * that folder once and reuses it.
 */
const few = 1_000
const many = numberFlag('count', 1_000_000)
const rounds = numberFlag('rounds', 30)
const goal = { is: 'at most', value: 100 } as const

async function measure(apps: readonly { readonly app: TestApp; readonly count: number }[]): Promise<void> {
  for (const step of pageSteps) {
    const times = apps.map((): number[] => [])
    for (let round = -3; round < rounds; round += 1) {
      for (const [at, { app, count }] of apps.entries()) {
        const took = await step.run(app, count)
        if (round >= 0) times[at]?.push(took)
      }
    }
    const words = (samples: readonly number[]) =>
      `p50 ${median(samples).toFixed(0)}, p95 ${percentile(samples, 0.95).toFixed(0)} ms`
    const note = apps
      .map(({ count }, at) => `${count.toLocaleString('en-US')}: ${words(times[at] ?? [])}`)
      .join('; ')
    printRows('', [
      {
        ...{ name: step.name, value: percentile(times.at(-1) ?? [], 0.95), unit: 'ms', note },
        ...(step.goal === true ? { goal } : {}),
      },
    ])
  }
}

async function scroll(app: TestApp, count: number): Promise<readonly BenchRow[]> {
  await everything(app)
  const { frames, distance, rows } = await scrollDown(app.pos, 5_000, 4_000)
  const late = frames.filter((ms) => ms > 17.5).length / frames.length
  const of = `${count.toLocaleString('en-US')} payments: scrolling`
  return [
    {
      ...{
        name: `${of}, frames per second`,
        value: (1000 * frames.length) / frames.reduce((sum, ms) => sum + ms, 0),
      },
      ...{ unit: '/s', note: `${Math.round(distance).toLocaleString('en-US')} px; ${rows}` },
      goal: { is: 'at least', value: 59 },
    },
    { name: `${of}, late frames (over 17.5 ms)`, value: late * 100, unit: '%', note: `of ${frames.length}` },
    { name: `${of}, longest frame`, value: Math.max(...frames), unit: 'ms', note: '' },
  ]
}

const folder = flag('keep') ?? mkdtempSync(join(tmpdir(), 'countertop-payments-'))
const apps: { readonly app: TestApp; readonly count: number }[] = []
const placeOf = (count: number) => join(folder, String(count))
for (const count of [few, many]) await fillShop(placeOf(count), count)
for (const count of [few, many]) apps.push({ app: await openPayments(placeOf(count)), count })
printRows('The page of payments, from the input to the rows painted', [])
await measure(apps)
for (const { app, count } of apps) printRows('', await scroll(app, count))
for (const { app } of apps) await app.electron.close()
if (flag('keep') === undefined) rmSync(folder, { recursive: true, force: true })
