import { setTimeout as delay } from 'node:timers/promises'
import { fromRoot } from '../../../scripts/lib/paths.mjs'
import { bundleTypescript } from '../../../scripts/lib/run-typescript.mjs'
import { cashHeld, paidOf } from '../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { readBooks } from '../sales/books.ts'
import { inflict } from '../sales/inflict.ts'
import { type CounterHarness, openSalesHarness } from '../sales/sales-harness.ts'
import { createRandom } from '../support/random.ts'
import { type Customer, type ExchangeKind, exchanges, planDay, type Tender, tenders } from './customers.ts'
import { dayDisagreements, readCounterBooks } from './day-books.ts'
import { exchange } from './exchange.ts'
import { giveBack } from './give-back.ts'
import { serve } from './serve.ts'
import { openShop } from './shop.ts'

export interface DayOptions {
  readonly sales: number
  /** Chooses the customers and what goes wrong; the very moments are not the same twice. */
  readonly seed: number
  readonly report?: (line: string) => void
}

export interface DayReport {
  readonly paid: number
  readonly byTender: Readonly<Partial<Record<Tender, number>>>
  readonly returns: number
  readonly exchanges: Readonly<Partial<Record<ExchangeKind, number>>>
  readonly faults: number
  /** What the bills of the day were paid with, tips apart, cents. */
  readonly cents: number
  /** Of it, in cash. */
  readonly cashCents: number
}

const float = 20_000
const closingMs = 120_000

/**
 * A cashier's day at one counter: every way to pay, discounts, tabs, returns, exchanges, while counter, service and line are killed
 * and cut. At its end the drawer's ledger, the counter's book and returns, the service and the bank agree to the cent.
 * @throws with everything that is wrong.
 */
export async function chaosDay({ sales, seed, report }: DayOptions): Promise<DayReport> {
  const customers = planDay(seed, sales)
  const random = createRandom(seed + 1)
  const counterProgram = await bundleTypescript(fromRoot('tests/chaos/sales/counter-program.ts'))
  const harness = await openSalesHarness({
    ...{ counterProgram, counters: 1, databaseUrl: null, processor: 'sandbox' },
    random,
  })
  const [counter] = harness.counters
  let failed = true
  try {
    if (counter === undefined) throw new Error('there is no counter')
    await Promise.race([ready(counter), harness.failed])
    counter.pos.send({ kind: 'open_shift', amount: float })
    const shop = await openShop(harness)
    const sold: Bill[] = []
    const byTender: Partial<Record<Tender, number>> = {}
    const exchanged: Partial<Record<ExchangeKind, number>> = {}
    let returns = 0
    let faults = 0
    const strike = (trouble: Customer['trouble']) => {
      if (trouble === null) return null
      faults += 1
      return delay(trouble.afterMs).then(() => inflict(harness, counter, trouble.fault, () => undefined))
    }
    for (const customer of customers) {
      const { trouble, tender, name, returned, exchanged: planned } = customer
      const running = strike(trouble)
      const bill = await Promise.race([serve(counter, customer, shop), harness.failed])
      await running
      if (bill !== null && tender !== 'exchange') {
        sold.push(bill)
        byTender[tender] = (byTender[tender] ?? 0) + 1
      }
      report?.(`${name} ${tender} ${trouble?.fault ?? ''} ${bill?.number ?? 'not paid'}`)
      const goods = planned === null ? undefined : sold[Math.floor(random() * sold.length)]
      if (planned !== null && goods !== undefined) {
        const striking = strike(planned.trouble)
        const other = await Promise.race([
          exchange(counter, goods, { ...planned, name }, shop),
          harness.failed,
        ])
        await striking
        // What was taken in exchange may be brought back as well, and what is left of the first goods.
        if (other.bill !== null) sold.push(other.bill)
        if (other.ended !== null) exchanged[other.ended] = (exchanged[other.ended] ?? 0) + 1
        report?.(
          `${goods.number} exchanged: ${planned.kind} ${planned.trouble?.fault ?? ''} ${other.bill?.number ?? 'not'}`,
        )
      }
      const [earlier] = returned === null ? [] : sold.splice(Math.floor(random() * sold.length), 1)
      if (earlier === undefined) continue
      const given = await Promise.race([
        giveBack(counter, earlier, { all: returned === 'all', share: random() }),
        harness.failed,
      ])
      if (given) returns += 1
      report?.(`${earlier.number} brought back: ${returned}`)
    }
    harness.heal()
    const wrong = await untilAgreed(async () => {
      const place = { dataFolder: harness.dataFolder, databaseUrl: null }
      const ofService = await readBooks(harness.service().client, 'sandbox', place, [])
      const unbooked = counter.pos.now()?.unbooked ?? 1
      const onTheWay = unbooked > 0 ? [`${unbooked} entries are not in the drawer's ledger`] : []
      return [...onTheWay, ...dayDisagreements(await readCounterBooks(counter), ofService)]
    })
    if (wrong.length > 0) {
      throw new Error(`seed ${seed}: ${wrong.length} disagreements\n${wrong.slice(0, 40).join('\n')}`)
    }
    const { bills } = await readCounterBooks(counter)
    const missing = tenders.filter((one) => one !== 'tab_given_back' && byTender[one] === undefined)
    if (sales >= 50 && missing.length > 0)
      throw new Error(`seed ${seed}: nobody paid by ${missing.join(', ')}`)
    const untried = exchanges.filter((one) => exchanged[one] === undefined)
    if (sales >= 50 && untried.length > 0)
      throw new Error(`seed ${seed}: no exchange was ${untried.join(', ')}`)
    failed = false
    return {
      paid: Object.values(byTender).reduce((sum, count) => sum + count, 0),
      byTender,
      returns,
      exchanges: exchanged,
      faults,
      cents: bills.reduce((sum, bill) => sum + paidOf(bill), 0),
      cashCents: bills.reduce((sum, bill) => sum + cashHeld(bill), 0),
    }
  } finally {
    if (failed) report?.(`the data and the log are kept: ${harness.logFile}`)
    await harness.stop(failed)
  }
}

async function ready({ pos }: CounterHarness): Promise<void> {
  const end = Date.now() + closingMs
  while (pos.terminal()?.kind !== 'connected') {
    if (Date.now() > end) throw new Error('the terminal never connects')
    await delay(50)
  }
}

/** Intents that nobody paid are closed for as long as it takes. */
async function untilAgreed(look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const end = Date.now() + closingMs
  for (;;) {
    const wrong = await look()
    if (wrong.length === 0 || Date.now() > end) return wrong
    await delay(500)
  }
}
