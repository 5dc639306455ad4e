import { workDay } from '../chaos/day/day.ts'
import { windowTrade } from '../chaos/window/goods.ts'
import { openWindowPlace } from '../chaos/window/window-place.ts'
import { expect, test } from './support/counter.ts'

/** A part of `npm run chaos -- day --window`. The two variables choose another day, to investigate a failure. */
const seed = Number(process.env.COUNTERTOP_DAY_SEED ?? 29)
const sales = Number(process.env.COUNTERTOP_DAY_SALES ?? 8)

test(`after a random day with a kill, drawer, journal, service and bank agree to the cent (seed ${seed})`, async ({
  browserName: _,
}, testInfo) => {
  test.setTimeout(480_000)
  const lines: string[] = []
  const place = await openWindowPlace(seed, testInfo.outputPath('day'))
  const report = await workDay(
    place,
    { sales, seed, report: (line) => lines.push(line) },
    { ...windowTrade, troubled: 0.15 },
  )
  expect(report.faults, lines.join('\n')).toBeGreaterThan(0)
  expect(report.paid, lines.join('\n')).toBeGreaterThan(sales / 2)
  expect(report.returns + Object.keys(report.exchanges).length, lines.join('\n')).toBeGreaterThan(0)
})
