import { beforeAll, describe, expect, test } from 'vitest'
import { build } from '../../scripts/lib/build.mjs'
import { chaosDay } from '../chaos/day/process-place.ts'
import { chaosSales } from '../chaos/sales/sales.ts'

/** Short runs of `npm run chaos`; the seed chooses the sales and the faults, but not their exact moments. */
beforeAll(() => build({ names: ['service', 'terminal'], report: () => {} }), 120_000)

describe('sales while counters, terminals, the service and the connections between them are killed and cut', () => {
  test('after kills and cuts the records of the counters, the service and the bank agree', async () => {
    const report = await chaosSales({ sales: 8, counters: 3, seed: 7, databaseUrl: null })
    expect(report.paid + report.givenBack + report.notPaid).toBe(8)
    expect(report.paid).toBeGreaterThan(0)
    expect(report.faults).toBe(17)
  }, 240_000)
})

describe("a cashier's day at one counter", () => {
  test('after a day with every way to pay, drawer, journal, service and bank agree to the cent', async () => {
    const report = await chaosDay({ sales: 12, seed: 6 })
    expect(Object.keys(report.byTender).length).toBeGreaterThan(2)
    expect(report.paid).toBeGreaterThan(3)
    expect(report.returns).toBeGreaterThan(0)
    expect(report.faults).toBeGreaterThan(1)
    expect(report.cashCents).toBeGreaterThan(0)
  }, 240_000)
})
