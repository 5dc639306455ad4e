import { fromRoot } from '../../../scripts/lib/paths.mjs'
import { bundleTypescript } from '../../../scripts/lib/run-typescript.mjs'
import { inflict } from '../sales/inflict.ts'
import { openSalesHarness } from '../sales/sales-harness.ts'
import { createRandom } from '../support/random.ts'
import { type DayOptions, type DayReport, workDay } from './day.ts'
import { type Elsewhere, giveBackElsewhere } from './give-back-elsewhere.ts'
import type { DayPlace } from './place.ts'

/** A cashier's day at one counter's process. @throws with every fault found. */
export const chaosDay = async (options: DayOptions): Promise<DayReport> =>
  workDay(await openProcessPlace(createRandom(options.seed + 2)), options)

/** A counter's process without its windows, and an unreliable connection between it and its service. */
async function openProcessPlace(random: () => number): Promise<DayPlace> {
  const counterProgram = await bundleTypescript(fromRoot('tests/chaos/sales/counter-program.ts'))
  const harness = await openSalesHarness({
    ...{ counterProgram, counters: 1, databaseUrl: null, processor: 'sandbox' },
    random,
  })
  const [counter] = harness.counters
  if (counter === undefined) throw new Error('there is no counter')
  const pos = { ...counter.pos, isPressing: () => false }
  const elsewhere: Elsewhere = new Map()
  return {
    elsewhere,
    counter: { ...counter, pos },
    dataFolder: harness.dataFolder,
    service: harness.service,
    countsPieces: false,
    failed: harness.failed,
    inflict: (fault) =>
      fault === 'give_back_elsewhere'
        ? giveBackElsewhere(() => harness.service().client, pos, random, elsewhere)
        : inflict(harness, counter, fault, () => undefined),
    heal: harness.heal,
    note: () => undefined,
    async stop(failed) {
      await harness.stop(failed)
      return harness.logFile
    },
  }
}
