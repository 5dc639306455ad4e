import { beforeAll, describe, expect, test } from 'vitest'
import { build } from '../../scripts/lib/build.mjs'
import { chaosSales } from '../chaos/sales/sales.ts'

/** A short run of `npm run chaos -- sales`; the seed chooses the sales and the faults, not their very moments. */
beforeAll(() => build({ names: ['service', 'terminal'], report: () => {} }), 120_000)

describe('sales while counters, terminals, the service and the lines between them are killed and cut', () => {
  test('sales amid kills and cuts end with three books that agree: of the counters, of the service, of the bank', async () => {
    const report = await chaosSales({ sales: 12, counters: 3, seed: 7, databaseUrl: null })
    expect(report.paid + report.givenBack + report.notPaid).toBe(12)
    expect(report.paid).toBeGreaterThan(0)
    expect(report.faults).toBe(26)
  }, 240_000)
})
