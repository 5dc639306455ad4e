import { setTimeout as delay } from 'node:timers/promises'
import { cashHeld, paidOf } from '../../../src-shared/pos/bill/balance.ts'
import type { Bill } from '../../../src-shared/pos/bill/bill.ts'
import { readBooks } from '../sales/books.ts'
import { createRandom } from '../support/random.ts'
import {
  anyTrade,
  type Customer,
  type ExchangeKind,
  exchanges,
  planDay,
  type Tender,
  type Trade,
} from './customers.ts'
import { dayDisagreements, dueInDrawer, readCounterBooks } from './day-books.ts'
import { exchange } from './exchange.ts'
import { giveBack } from './give-back.ts'
import type { DayPlace } from './place.ts'
import { serve } from './serve.ts'
import { openShop } from './shop.ts'

export interface DayOptions {
  readonly sales: number
  /** Chooses the customers and the faults; their exact timing varies from run to run. */
  readonly seed: number
  readonly report?: (line: string) => void
}

export interface DayReport {
  readonly paid: number
  readonly byTender: Readonly<Partial<Record<Tender, number>>>
  readonly returns: number
  readonly exchanges: Readonly<Partial<Record<ExchangeKind, number>>>
  readonly faults: number
  /** Number of payments of which others gave back a part, or all. */
  readonly elsewhere: number
  /** Amount paid on the day's bills without tips, in cents. */
  readonly cents: number
  /** The part of it that was paid in cash. */
  readonly cashCents: number
  /** Median time for a customer, including returns and exchanges, in ms. */
  readonly middleMs: number
}

const float = 20_000
const closingMs = 120_000
/**
 * From this number of sales on, every tender and every kind of exchange must occur; shorter days may miss one by
 * chance.
 */
const salesForEveryKind = 100
/** The drawer is changed after one of this many customers. */
const drawerEvery = 7

/**
 * Runs a cashier's day at one counter: every way to pay, discounts, tabs, returns, exchanges, while counter, service
 * and connection are killed and cut. At its end the drawer's ledger, the counter's book and returns, the service and
 * the bank must agree to the cent.
 * @throws with every fault found.
 */
export async function workDay(
  place: DayPlace,
  { sales, seed, report }: DayOptions,
  trade: Trade = anyTrade,
): Promise<DayReport> {
  const random = createRandom(seed + 1)
  let failed = true
  try {
    const done = await Promise.race([sell(place, planDay(seed, sales, trade), random, report), place.failed])
    place.heal()
    const { counter } = place
    const wrong = await Promise.race([untilAgreed(() => differences(place, done.moved)), place.failed])
    if (wrong.length > 0) throw new Error(`${wrong.length} disagreements\n${wrong.slice(0, 40).join('\n')}`)
    const books = await readCounterBooks(counter)
    await place.closeShift?.(dueInDrawer(books, done.moved))
    const { byTender, exchanged } = done
    const missing = trade.tenders.filter((one) => one !== 'tab_given_back' && byTender[one] === undefined)
    if (sales >= salesForEveryKind && missing.length > 0)
      throw new Error(`nobody paid by ${missing.join(', ')}`)
    const untried = exchanges.filter((one) => exchanged[one] === undefined)
    if (sales >= salesForEveryKind && untried.length > 0)
      throw new Error(`no exchange was ${untried.join(', ')}`)
    failed = false
    return {
      paid: Object.values(byTender).reduce((sum, count) => sum + count, 0),
      byTender,
      returns: done.returns,
      exchanges: exchanged,
      faults: done.faults,
      elsewhere: place.elsewhere?.size ?? 0,
      cents: books.bills.reduce((sum, bill) => sum + paidOf(bill), 0),
      cashCents: books.bills.reduce((sum, bill) => sum + cashHeld(bill), 0),
      middleMs: done.tookMs.sort((one, other) => one - other)[Math.floor(done.tookMs.length / 2)] ?? 0,
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`seed ${seed}, ${sales} sales: ${reason}`, { cause: error })
  } finally {
    const kept = await place.stop(failed)
    if (failed) report?.(`what is left of it is kept: ${kept}`)
  }
}

async function differences({ counter, service, dataFolder, elsewhere }: DayPlace, moved: number) {
  const ofService = await readBooks(service().client, 'sandbox', { dataFolder, databaseUrl: null }, [])
  const unbooked = counter.pos.now()?.unbooked ?? 1
  const onTheWay = unbooked > 0 ? [`${unbooked} entries are not in the drawer's ledger`] : []
  return [...onTheWay, ...dayDisagreements(await readCounterBooks(counter), ofService, moved, elsewhere)]
}

/** Serves one customer after another, with returns and exchanges in between. */
async function sell(
  place: DayPlace,
  customers: readonly Customer[],
  random: () => number,
  report: DayOptions['report'],
) {
  const { counter } = place
  const log = (line: string) => {
    place.note(line)
    report?.(line)
  }
  await ready(place)
  counter.pos.send({ kind: 'open_shift', amount: float })
  const shop = await openShop(place)
  const sold: Bill[] = []
  const byTender: Partial<Record<Tender, number>> = {}
  const exchanged: Partial<Record<ExchangeKind, number>> = {}
  const tookMs: number[] = []
  let [returns, faults, moved] = [0, 0, 0]
  const strike = (trouble: Customer['trouble']) => {
    if (trouble === null) return null
    faults += 1
    return delay(trouble.afterMs).then(() => place.inflict(trouble.fault))
  }
  for (const [index, customer] of customers.entries()) {
    const { trouble, tender, name, returned, exchanged: planned } = customer
    const startedAt = Date.now()
    const running = strike(trouble)
    place.note(`${name} ${tender} ${trouble === null ? '' : `${trouble.fault} after ${trouble.afterMs} ms`}`)
    const bill = await serve(counter, customer, shop)
    tookMs.push(Date.now() - startedAt)
    await running
    if (bill !== null && tender !== 'exchange') {
      // A manager first checks what else went back of it.
      if (!isElsewhere(trouble)) sold.push(bill)
      byTender[tender] = (byTender[tender] ?? 0) + 1
    }
    log(`${name} ${tender} ${trouble?.fault ?? ''} ${bill?.number ?? 'not paid'}`)
    const goods = planned === null ? undefined : sold[Math.floor(random() * sold.length)]
    if (planned !== null && goods !== undefined) {
      const striking = strike(planned.trouble)
      place.note(`${goods.number} is exchanged: ${planned.kind} ${planned.trouble?.fault ?? ''}`)
      const other = await exchange(place, goods, { ...planned, name }, shop)
      await striking
      // Goods taken in exchange may be returned as well, and so may the rest of the first goods.
      if (other.bill !== null && !isElsewhere(planned.trouble)) sold.push(other.bill)
      if (other.ended !== null) exchanged[other.ended] = (exchanged[other.ended] ?? 0) + 1
      log(
        `${goods.number} exchanged: ${planned.kind} ${planned.trouble?.fault ?? ''} ${other.bill?.number ?? 'not'}`,
      )
    }
    const [earlier] = returned === null ? [] : sold.splice(Math.floor(random() * sold.length), 1)
    if (earlier !== undefined) {
      if (await giveBack(place, earlier, { all: returned === 'all', share: random() })) returns += 1
      log(`${earlier.number} brought back: ${returned}`)
    }
    if (index % drawerEvery === 1) moved += (await place.atDrawer?.(random)) ?? 0
  }
  return { byTender, exchanged, returns, faults, moved, tookMs }
}

const isElsewhere = (trouble: Customer['trouble']): boolean => trouble?.fault === 'give_back_elsewhere'

async function ready({ counter: { pos } }: DayPlace): Promise<void> {
  const end = Date.now() + closingMs
  while (pos.now()?.terminal.kind !== 'connected') {
    if (Date.now() > end) throw new Error('the terminal never connects')
    await delay(50)
  }
}

/** Repeats the comparison while unpaid intents are still being closed. */
async function untilAgreed(look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const end = Date.now() + closingMs
  for (;;) {
    const wrong = await look()
    if (wrong.length === 0 || Date.now() > end) return wrong
    await delay(500)
  }
}
