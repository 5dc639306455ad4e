import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ProcessorName } from '../../src-service/processor/open-processor.ts'
import type { Client } from '../../src-shared/api/client.ts'
import { bankEntries, harshEntries } from './support/bank-entries.ts'
import { finishSales, runCashiers, type Sale, type SaleBooks } from './support/cashiers.ts'
import { type Content, readContent, withDatabase } from './support/database.ts'
import { compareHarshBooks, untilNothingArrives } from './support/harsh-check.ts'
import { type Books, runLoad, settle, type Tracked } from './support/load.ts'
import { compareLedger, compareSales, type Money, readMoney } from './support/money-check.ts'
import { resolveWhatWasLost } from './support/operator.ts'
import { createRandom } from './support/random.ts'
import { openServiceLog } from './support/service-log.ts'
import { type ServiceProcess, startServiceProcess } from './support/service-process.ts'
import { shopTerminals } from './support/shop-terminals.ts'

export interface CrashOptions {
  /** The connection string of an empty database; null: SQLite in a new folder. */
  readonly databaseUrl: string | null
  readonly kills: number
  readonly seed: number
  /** The processor that payments are sent to. */
  readonly processor?: ProcessorName
  readonly report?: (line: string) => void
}

export interface CrashReport {
  readonly kills: number
  /** Number of requests without an answer because the service was killed. */
  readonly unanswered: number
  /** Number of those that had been committed. */
  readonly writtenUnanswered: number
  readonly intents: number
  readonly changes: number
  readonly payments: number
  readonly refunds: number
  readonly settlements: number
}

const clients = 12
const cashiers = 8
/** Number of cashiers that sell at a terminal, if the bank's terminals authorize by themselves. */
const terminalsAtWork = 4
/** How far the clock is moved at a time until the keys of dead processes are released, in s. */
const stepSeconds = 90
/** Maximum number of such steps: a harsh bank has batches to close, and loses one request in five. */
const patience = 80

/**
 * Kills the service by SIGKILL during concurrent creates, changes, cancels, payments, captures, refunds and
 * settlements, restarts it on the same data, and checks that every acknowledged write is there, nothing is half
 * written, all sums agree, and each unanswered request is executed exactly once after a repeat with its key. This is
 * repeated on the same data; at the end the processor's own books must agree with ours.
 * @throws with every fault found.
 */
export async function crash({
  databaseUrl,
  kills,
  seed,
  report,
  processor = 'sandbox',
}: CrashOptions): Promise<CrashReport> {
  const random = createRandom(seed)
  const folder = await mkdtemp(join(tmpdir(), 'crash-'))
  const books: Books = { tracked: [], random, name: `crash-${seed}`, count: 0 }
  const look = () => withDatabase(folder, databaseUrl, readContent)
  const lookAtMoney = () => withDatabase(folder, databaseUrl, readMoney)
  let unanswered = 0
  let writtenUnanswered = 0
  let held: readonly Tracked[] = []
  const log = openServiceLog(folder)
  const start = () =>
    startServiceProcess(folder, databaseUrl, 0, processor, {
      env: { LOG_LEVEL: 'info' },
      onLog: log.onLog,
    })
  let service: ServiceProcess | null = await start()
  let failed = true
  const { accountId } = service
  const terminals = shopTerminals(processor === 'harsh-terminals' ? terminalsAtWork : 0)
  const shop: SaleBooks = { sales: [], random, name: books.name, accountId, terminals }
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      const load = Promise.all([
        runLoad(service.client, books, clients),
        runCashiers(service.client, shop, cashiers),
      ])
      await Promise.race([load, delay(300 + random() * 1200)])
      await service.kill()
      await inTime(load)
      service = await start()
      terminals.sessions.clear()
      const found = countUnanswered(await look(), books, held)
      refuse(compareSales(await lookAtMoney(), shop.sales, false))
      unanswered += found.unanswered
      writtenUnanswered += found.written
      held = await settle(service.client, books)
      if (databaseUrl === null && held.length > 0) throw new Error('a dead process holds a key of SQLite')
      compare(await look(), books)
      const unfinished = await finishSales(service.client, shop)
      refuse(compareSales(await lookAtMoney(), shop.sales, false))
      report?.(
        `kill ${kill}: ${books.tracked.length} intents, ${JSON.stringify(found)}, ${held.length} keys held, ${shop.sales.length} sales, ${unfinished.length} open`,
      )
    }
    await untilSettled(service, books)
    const { client } = service
    await untilFinished(client, shop, {
      async openRefunds() {
        const { refunds } = await lookAtMoney()
        return [...refunds.values()].filter(({ awaits }) => awaits === 'processor').length
      },
      async lookInto() {
        if (processor === 'sandbox') return
        const place = { dataFolder: folder, databaseUrl }
        for (const id of await resolveWhatWasLost(client, await harshEntries(place))) {
          report?.(`${id}: a person found out that the bank never got it`)
        }
      },
    })
    if (processor !== 'sandbox') await untilNothingArrives(service.client)
    const money = await lookAtMoney()
    const wrong =
      processor === 'sandbox'
        ? compareLedger(money, await bankEntries({ dataFolder: folder, databaseUrl }))
        : compareHarshBooks(money, await harshEntries({ dataFolder: folder, databaseUrl }))
    refuse([...compareSales(money, shop.sales, true), ...wrong])
    const content = await look()
    compare(content, books)
    await compareAnswers(service, books)
    const code = await service.stop()
    service = null
    if (code !== 0) throw new Error(`a stop by SIGTERM ended with code ${code}`)
    failed = false
    return {
      kills,
      unanswered,
      writtenUnanswered,
      intents: content.intents.size,
      changes: books.count,
      ...countOf(money),
    }
  } catch (error) {
    const open = shop.sales.filter(({ step }) => step !== 'done').slice(0, 3)
    const tail = log.tail(open.flatMap(({ intent, paymentId }) => [intent?.id, paymentId].filter(isGiven)))
    throw new Error(`${error instanceof Error ? error.message : error}\nThe service's log:\n${tail}`, {
      cause: error,
    })
  } finally {
    await service?.kill()
    const isKept = failed && report !== undefined
    if (isKept) report(`the data and the log are kept: ${log.file}`)
    else await rm(folder, { recursive: true, force: true })
  }
}

/** The sale with its intent's id in place of the intent, for messages. */
const briefly = ({ intent, ...sale }: Sale) => ({ ...sale, intent: intent?.id ?? null })

const isGiven = (name: string | null | undefined): name is string => name != null

/** @throws when the clients do not notice that the service is dead, instead of hanging silently */
async function inTime(load: Promise<unknown>): Promise<void> {
  const over = new AbortController()
  const late = delay(60_000, 'late', { signal: over.signal }).catch(() => 'over')
  if ((await Promise.race([load, late])) === 'late') throw new Error('a client waits for the dead')
  over.abort()
}

/** @throws when something is half written. */
function countUnanswered(content: Content, books: Books, heldBefore: readonly Tracked[]) {
  refuse(content.problems)
  const inDoubt = books.tracked.filter(
    (tracked) => tracked.unanswered !== null && !heldBefore.includes(tracked),
  )
  const byReference = new Map([...content.intents.values()].map((intent) => [intent.reference_id, intent]))
  const written = inDoubt.filter(({ reference, acknowledged }) => {
    const intent = byReference.get(reference)
    return intent !== undefined && !isDeepStrictEqual(intent, acknowledged)
  })
  return { unanswered: inDoubt.length, written: written.length }
}

/** Checks that every acknowledged write is stored once and as acknowledged, and that there is nothing else. */
function compare({ intents, problems }: Content, books: Books): void {
  const wrong = [...problems]
  const expected = new Set<string>()
  for (const { reference, acknowledged, unanswered } of books.tracked) {
    if (acknowledged === null) {
      if (unanswered === null) wrong.push(`${reference}: was never answered nor repeated`)
      continue
    }
    expected.add(acknowledged.id)
    const kept = intents.get(acknowledged.id)
    if (kept === undefined) wrong.push(`${acknowledged.id}: acknowledged and lost`)
    else if (unanswered === null && !isDeepStrictEqual(kept, acknowledged)) {
      wrong.push(
        `${acknowledged.id}: is ${JSON.stringify(kept)}, was acknowledged as ${JSON.stringify(acknowledged)}`,
      )
    }
  }
  for (const { id, reference_id } of intents.values()) {
    if (reference_id?.includes('-sale-') === true) continue
    if (!expected.has(id)) wrong.push(`${id}: is there, but nobody made it`)
  }
  refuse(wrong)
}

/** Checks that the service's answers match its database. */
async function compareAnswers(service: ServiceProcess, books: Books): Promise<void> {
  for (const { acknowledged } of books.tracked.slice(-50)) {
    if (acknowledged === null) continue
    const answer = await service.client.call('payment_intents.get', { params: { id: acknowledged.id } })
    if (!answer.ok || !isDeepStrictEqual(answer.value, acknowledged)) {
      refuse([`${acknowledged.id}: is answered as ${JSON.stringify(answer)}`])
    }
  }
}

async function untilSettled(service: ServiceProcess, books: Books): Promise<void> {
  for (let tries = 0; (await settle(service.client, books)).length > 0; tries += 1) {
    if (tries === 10) throw new Error('the keys of dead processes are never given back')
    await service.client.call('sandbox.clock.advance', { body: { seconds: stepSeconds } })
    await delay(100)
  }
}

/** Repeats until everything is paid, captured, refunded and settled, however long dead processes hold their keys. */
async function untilFinished(
  client: Client,
  shop: SaleBooks,
  { openRefunds, lookInto }: { openRefunds(): Promise<number>; lookInto(): Promise<void> },
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const open = await finishSales(client, shop)
    if (open.length === 0) break
    if (tries === patience)
      throw new Error(`some sales are never finished: ${JSON.stringify(open.map(briefly))}`)
    await client.call('sandbox.clock.advance', { body: { seconds: stepSeconds } })
    await closeDay(client, shop)
    // The repair job runs on the clock, and waits for a slow processor.
    await delay(500)
    await lookInto()
  }
  // A repeat of an interrupted refund returns it unchanged, and the repair job asks the processor about it.
  for (let tries = 0; (await openRefunds()) > 0; tries += 1) {
    if (tries === patience) throw new Error('some refunds are never answered')
    await client.call('sandbox.clock.advance', { body: { seconds: stepSeconds } })
    await delay(500)
    await lookInto()
  }
  // The first call may find the run that a kill interrupted.
  for (const _ of [1, 2]) await closeDay(client, shop)
}

async function closeDay(client: Client, { accountId }: SaleBooks): Promise<void> {
  const closed = await client.call('sandbox.settlements.close', { body: { account_id: accountId } })
  if (!closed.ok) throw new Error(`the day could not be closed: ${JSON.stringify(closed.error)}`)
}

const countOf = ({ payments, refunds, settlements }: Money) => ({
  payments: payments.size,
  refunds: refunds.size,
  settlements: settlements.size,
})

function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return
  throw new Error(`${problems.length} problems after a crash:\n${problems.slice(0, 20).join('\n')}`)
}
