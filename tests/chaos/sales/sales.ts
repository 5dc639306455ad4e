import { fromRoot } from '../../../scripts/lib/paths.mjs'
import { bundleTypescript } from '../../../scripts/lib/run-typescript.mjs'
import { createRandom } from '../support/random.ts'
import { readBooks, untilClosed } from './books.ts'
import { takeSale, type Verdict } from './cashier.ts'
import { planSales } from './plan.ts'
import { openWorld } from './world.ts'

export interface SalesOptions {
  readonly sales: number
  /** Counters at work at the same time, each with its terminal. */
  readonly lanes: number
  /** Chooses the sales and what goes wrong in which of their states; the very moments are not the same twice. */
  readonly seed: number
  readonly say?: (line: string) => void
}

export interface SalesReport {
  readonly sales: number
  readonly paid: number
  readonly notPaid: number
  /** Charges that were lost before the counter had written them down: nothing was sent. */
  readonly neverBegun: number
  readonly faults: number
  readonly cents: number
}

/**
 * Sales on real counters, terminals and a real service, each a process of its own, while all of them are killed, cut
 * off, slowed down and set to wrong times. In the end what the counters called paid is what the service captured and
 * what the bank holds, to the cent, and no sale is left unexplained.
 * @throws with everything that is wrong.
 */
export async function chaosSales({ sales, lanes, seed, say }: SalesOptions): Promise<SalesReport> {
  const plans = planSales(seed, sales)
  const tillProgram = await bundleTypescript(fromRoot('tests/chaos/sales/till-program.ts'))
  const world = await openWorld({ tillProgram, lanes, random: createRandom(seed + 1) })
  const verdicts: Verdict[] = []
  const waiting = [...plans]
  try {
    await Promise.all(
      world.lanes.map(async (lane) => {
        for (let plan = waiting.shift(); plan !== undefined; plan = waiting.shift()) {
          const said = await takeSale(world, lane, plan, `chaos${seed}`)
          verdicts.push(...said)
          const last = said.at(-1)
          say?.(`${verdicts.length}: ${last?.saleId} ${last?.said} ${last?.detail}`)
        }
      }),
    )
    world.heal()
    const wrong = await untilClosed(verdicts, () => readBooks(world.service().client, world.dataFolder))
    if (wrong.length > 0) {
      throw new Error(`seed ${seed}: ${wrong.length} disagreements\n${wrong.slice(0, 40).join('\n')}`)
    }
    const count = (said: Verdict['said']) => verdicts.filter((verdict) => verdict.said === said).length
    return {
      sales,
      paid: count('paid'),
      notPaid: count('not_paid'),
      neverBegun: count('never_begun'),
      faults: plans.reduce((total, plan) => total + plan.faults.length, 0),
      cents: verdicts.reduce((total, { amount }) => total + amount, 0),
    }
  } finally {
    await world.stop()
  }
}
