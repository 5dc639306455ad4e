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
  /** Counters at work at the same time, each with its terminal. */
  readonly counters: number
  /** Chooses the sales and what goes wrong in which of their states; the very moments are not the same twice. */
  readonly seed: number
  /** An empty database; null: SQLite in a folder of its own. */
  readonly databaseUrl: string | null
  /** The bank that payments are sent to. */
  readonly processor?: ProcessorName
  readonly report?: (line: string) => void
}

export interface SalesReport {
  readonly sales: number
  readonly paid: number
  /** A card paid less than the bill, and had it back. */
  readonly givenBack: number
  readonly notPaid: number
  /** Charges that were lost before the counter had written them down: nothing was sent. */
  readonly neverBegun: number
  readonly faults: number
  /** What cards have paid, and what was taken in cash. */
  readonly cents: number
  readonly cashCents: number
}

/** Books that agree prove little where hardly anything is sold: more than a third of what is planned is paid, as a rule. */
const fewestPaid = 0.2

/** While the books of a bank that loses requests do not agree yet, s. */
const secondsBetweenLooks = 90

/**
 * Sales on real counters, terminals and a real service, each a process of its own, while all of them are killed, cut
 * off, slowed down and set to wrong times. In the end what the counters called paid is what the service captured and
 * what the bank holds, to the cent, and no sale is left unexplained.
 * @throws with everything that is wrong.
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

/** What the service knows of a sale that nobody can explain. */
async function recordOf({ client }: ServiceProcess, { saleId }: Verdict): Promise<string> {
  const found = await client.call('payment_intents.search', { body: { reference_id: saleId } })
  if (!found.ok) return `${saleId}: ${JSON.stringify(found.error)}`
  const payments = found.value.data.map(({ id }) =>
    client.call('payment_intents.list_payments', { params: { id }, query: {} }),
  )
  return `${saleId}: ${JSON.stringify([found.value.data, await Promise.all(payments)])}`
}

/** Takes one out. Another script takes a new start of the terminal, which costs more than the sale: the same goes first. */
function nextPlan(waiting: SalePlan[], script: string): SalePlan | undefined {
  const same = waiting.findIndex((plan) => plan.script === script)
  return waiting.splice(Math.max(same, 0), 1)[0]
}
