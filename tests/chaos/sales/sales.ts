import { fromRoot } from '../../../scripts/lib/paths.mjs'
import { bundleTypescript } from '../../../scripts/lib/run-typescript.mjs'
import type { ProcessorName } from '../../../src-service/processor/open-processor.ts'
import { untilNothingArrives } from '../support/harsh-check.ts'
import { createRandom } from '../support/random.ts'
import type { ServiceProcess } from '../support/service-process.ts'
import { readBooks, untilClosed } from './books.ts'
import { takeSale, type Verdict } from './cashier.ts'
import { planSales, type SalePlan } from './plan.ts'
import { openSalesHarness } from './sales-harness.ts'

export interface SalesOptions {
  readonly sales: number
  /** Number of counters that sell at the same time, each with its terminal. */
  readonly counters: number
  /** Chooses the sales and the faults in their states; the exact timing varies from run to run. */
  readonly seed: number
  /** The connection string of an empty database; null: SQLite in a new folder. */
  readonly databaseUrl: string | null
  /** The processor that payments are sent to. */
  readonly processor?: ProcessorName
  readonly report?: (line: string) => void
}

export interface SalesReport {
  readonly sales: number
  readonly paid: number
  /** Sales in which a card paid less than the bill, and got it back. */
  readonly givenBack: number
  readonly notPaid: number
  /** Charges that were lost before the counter had written them down: nothing was sent. */
  readonly neverBegun: number
  readonly faults: number
  /** Amounts paid by card, and in cash. */
  readonly cents: number
  readonly cashCents: number
}

/**
 * Minimum share of the planned amount that must be paid: agreeing books prove little if hardly anything is sold.
 * Usually more than a third is paid.
 */
const fewestPaid = 0.2

/** Clock step while the books of a bank that loses requests do not agree yet, in s. */
const secondsBetweenLooks = 90

/**
 * Makes sales on real counters, terminals and a real service, each a process of its own, while all of them are killed,
 * cut off, slowed down and set to wrong times. At the end the payments on the counters must equal the service's
 * captures and the bank's amounts to the cent, and every sale must be explained.
 * @throws with every fault found.
 */
export async function chaosSales({
  sales,
  counters,
  seed,
  databaseUrl,
  processor = 'sandbox',
  report,
}: SalesOptions): Promise<SalesReport> {
  const plans = planSales(seed, sales)
  const counterProgram = await bundleTypescript(fromRoot('tests/chaos/sales/counter-program.ts'))
  const harness = await openSalesHarness({
    counterProgram,
    counters,
    databaseUrl,
    processor,
    random: createRandom(seed + 1),
  })
  const verdicts: Verdict[] = []
  let failed = true
  const waiting = [...plans]
  try {
    const allSold = Promise.all(
      harness.counters.map(async (counter) => {
        let script = ''
        for (let plan = nextPlan(waiting, script); plan !== undefined; plan = nextPlan(waiting, script)) {
          script = plan.script
          const ended = await takeSale(harness, counter, plan, `chaos${seed}`)
          verdicts.push(...ended)
          const last = ended.at(-1)
          for (const one of ended)
            if (one.outcome === 'unexplained') report?.(await recordOf(harness.service(), one))
          report?.(`${verdicts.length}: ${last?.saleId} ${last?.outcome} ${last?.detail}`)
        }
      }),
    )
    await Promise.race([allSold, harness.failed])
    harness.heal()
    const { client } = harness.service()
    if (processor !== 'sandbox') await untilNothingArrives(client)
    const letTimePass = async () => {
      if (processor !== 'sandbox') await harness.advanceClock(secondsBetweenLooks)
    }
    const place = { dataFolder: harness.dataFolder, databaseUrl }
    const wrong = await untilClosed(
      verdicts,
      () => readBooks(client, processor, place, harness.counters),
      letTimePass,
    )
    if (wrong.length > 0) {
      throw new Error(`seed ${seed}: ${wrong.length} disagreements\n${wrong.slice(0, 40).join('\n')}`)
    }
    const count = (outcome: Verdict['outcome']) =>
      verdicts.filter((verdict) => verdict.outcome === outcome).length
    const paid = count('paid')
    const fewest = Math.floor(sales * fewestPaid)
    if (paid < fewest)
      throw new Error(`seed ${seed}: only ${paid} of ${sales} sales were paid, not ${fewest}`)
    failed = false
    return {
      sales,
      paid,
      givenBack: count('given_back'),
      notPaid: count('not_paid'),
      neverBegun: count('never_begun'),
      faults: plans.reduce((total, plan) => total + plan.faults.length, 0),
      cents: verdicts.reduce((total, { amount }) => total + amount, 0),
      cashCents: verdicts.reduce((total, { cash }) => total + (cash?.amount ?? 0), 0),
    }
  } finally {
    if (failed) report?.(`the data and the log are kept: ${harness.logFile}`)
    await harness.stop(failed)
  }
}

/** The service's records of an unexplained sale. */
async function recordOf({ client }: ServiceProcess, { saleId }: Verdict): Promise<string> {
  const found = await client.call('payment_intents.search', { body: { reference_id: saleId } })
  if (!found.ok) return `${saleId}: ${JSON.stringify(found.error)}`
  const payments = found.value.data.map(({ id }) =>
    client.call('payment_intents.list_payments', { params: { id }, query: {} }),
  )
  return `${saleId}: ${JSON.stringify([found.value.data, await Promise.all(payments)])}`
}

/**
 * Removes and returns the next plan. A change of script requires a restart of the terminal, which costs more than the
 * sale: plans with the same script go first.
 */
function nextPlan(waiting: SalePlan[], script: string): SalePlan | undefined {
  const same = waiting.findIndex((plan) => plan.script === script)
  return waiting.splice(Math.max(same, 0), 1)[0]
}
