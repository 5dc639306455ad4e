import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { fromCache, fromRoot } from '../../../scripts/lib/paths.mjs'
import { firstRow } from '../../../src-service/store/row-writes.ts'
import { createSqliteStore } from '../../../src-service/store/sqlite/sqlite-store.ts'
import type { OutboxEvent, Write } from '../../../src-service/store/store.ts'
import { deliveryId } from '../../../src-service/webhooks/documents.ts'
import { createIdSource } from '../../../src-shared/ids.ts'
import { createRandom } from '../../chaos/support/random.ts'
import { startProcess } from './processes.ts'
import { fillWithPayments } from './shop-payments.ts'

/** Number of payments that are written between two saves of the state: an interrupted filling continues from there. */
const segment = 20_000
const perDay = 1_370
const dayMs = 86_400_000
/** Days after which the purge removes events and deliveries (src-service/webhooks/retention.ts). */
const keptDays = 90
const rowsPerCommit = 1_000

interface Filled {
  readonly until: number
  readonly rows: number
  readonly events: boolean
  readonly ready: Readonly<Record<string, string>>
}

export const serviceArguments = (data: string): readonly string[] => [
  ...['--port', '0', '--data', data, '--sandbox', '--rate-limit', 'off', '--bank-delay', '0'],
  '--private-webhooks',
]

/**
 * The folder of a service whose shop has taken this many payments, 1,370 a day, with the events and deliveries of the
 * last 90 days. It is filled once and kept in `.cache/bench`; sales of a measurement are added to it.
 */
export async function grownShop(rows: number, mostSeconds = Number.POSITIVE_INFINITY): Promise<string> {
  const folder = fromCache('bench', `shop-${rows}`)
  mkdirSync(folder, { recursive: true })
  const mark = join(folder, 'filled.json')
  const save = (filled: Filled): Filled => {
    writeFileSync(mark, JSON.stringify(filled))
    return filled
  }
  const begin = async (): Promise<Filled> => {
    const service = await startProcess(fromRoot('dist/service/main.js'), serviceArguments(folder))
    await service.stop()
    return save({ until: Date.now(), rows: 0, events: false, ready: service.ready })
  }
  let filled = existsSync(mark) ? (JSON.parse(readFileSync(mark, 'utf8')) as Filled) : await begin()
  if (filled.rows === rows && filled.events) return folder
  const { account_id: accountId = '', business_id: businessId = '' } = filled.ready
  const store = createSqliteStore(join(folder, 'service.db'))
  const ends = performance.now() + mostSeconds * 1_000
  while (filled.rows < rows) {
    if (performance.now() > ends) throw new Error(`${filled.rows} payments so far: start it again to go on`)
    const count = Math.min(segment, rows - filled.rows)
    // The oldest come first, so that the newest payments end now.
    const until = filled.until - ((rows - filled.rows - count) * dayMs) / perDay
    const began = performance.now()
    await fillWithPayments(store, { accountId, businessId }, { count, until })
    filled = save({ ...filled, rows: filled.rows + count })
    console.log(`${filled.rows} of ${rows} payments, ${Math.round((performance.now() - began) / 1000)} s`)
  }
  const events = eventsOf(accountId, filled)
  for (let from = 0; from < events.length; from += rowsPerCommit) {
    const some = events.slice(from, from + rowsPerCommit)
    const outcome = await store.commit({ writes: some.map(deliveryOf), events: some })
    if (!outcome.ok) throw new Error('the events could not be filled')
  }
  await store.close()
  const database = new Libsql(join(folder, 'service.db'))
  database.exec('UPDATE events SET pending = NULL; PRAGMA wal_checkpoint(TRUNCATE);')
  database.close()
  save({ ...filled, events: true })
  return folder
}

function eventsOf(accountId: string, { rows, until }: Filled): readonly OutboxEvent[] {
  const count = Math.min(rows, keptDays * perDay)
  let now = until
  const newId = createIdSource(() => now, createRandom(rows))
  return Array.from({ length: 2 * count }, (_, index) => {
    now = Math.floor(until - ((2 * count - index) * dayMs) / (2 * perDay))
    const object = {
      id: newId('payment_intent'),
      entity: 'payment_intent',
      amount: 1_200,
      status: 'captured',
    }
    return {
      ...{ id: newId('event'), account_id: accountId, created_at: now, sequence: 1, object },
      type: index % 2 === 0 ? 'v2.payment_intent.created' : 'v2.payment_intent.captured',
    } as OutboxEvent
  })
}

function deliveryOf({ id, account_id, created_at }: OutboxEvent): Write {
  const endpoint_id = 'we_bench'
  const document = {
    ...{ endpoint_id, event_id: id, status: 'delivered', due_at: null, tries: 1 },
    attempts: [{ at: created_at, status: 204, ms: 12 }],
  }
  return {
    ...{ op: 'insert', kind: 'webhook_delivery' },
    row: firstRow(account_id, deliveryId(id, endpoint_id), document, created_at),
  }
}
