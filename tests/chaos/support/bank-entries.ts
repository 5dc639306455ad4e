import { join } from 'node:path'
import Libsql from 'libsql'
import type { Transaction } from '../../../src-service/processor/harsh/books.ts'
import type { HarshPage } from '../../../src-service/processor/harsh/shared-harsh.ts'
import type { ProcessorName } from '../../../src-service/processor/open-processor.ts'
import { orderIdOf } from '../../../src-service/processor/order-id.ts'
import { type LedgerEntry, paidBackOf } from '../../../src-service/processor/sandbox/ledger.ts'
import { chargesOf } from '../../support/harsh-bank.ts'
import { withDatabase } from './database.ts'

/** Where a bank keeps its books: in a file of its own, or in the database that the nodes share. */
export interface BankPlace {
  readonly dataFolder: string
  readonly databaseUrl: string | null
}

async function sharedPages<Page>({ dataFolder }: BankPlace, databaseUrl: string): Promise<readonly Page[]> {
  const rows = await withDatabase(dataFolder, databaseUrl, (query) =>
    query('SELECT document FROM sandbox_entries'),
  )
  return rows.map(({ document }) => JSON.parse(String(document)) as Page)
}

function ownRows(file: string, sql: string): readonly Readonly<Record<string, unknown>>[] {
  const database = new Libsql(file)
  try {
    return database.prepare(sql).all() as readonly Readonly<Record<string, unknown>>[]
  } finally {
    database.close()
  }
}

/** The books of the sandbox's bank. */
export async function bankEntries(place: BankPlace): Promise<readonly LedgerEntry[]> {
  if (place.databaseUrl !== null) return sharedPages(place, place.databaseUrl)
  const rows = ownRows(join(place.dataFolder, 'sandbox-processor.db'), 'SELECT entry FROM entries')
  return rows.map(({ entry }) => JSON.parse(String(entry)) as LedgerEntry)
}

export interface HarshEntries {
  all(): readonly Transaction[]
  timesSent(orderId: string): number
}

/** The books of the harsh bank. */
export async function harshEntries(place: BankPlace): Promise<HarshEntries> {
  if (place.databaseUrl !== null) {
    const pages = await sharedPages<HarshPage>(place, place.databaseUrl)
    const transactions = pages.flatMap((page) => page.transactions)
    const sent = new Map(pages.flatMap((page) => Object.entries(page.sent)))
    return { all: () => transactions, timesSent: (orderId) => sent.get(orderId) ?? 0 }
  }
  const file = join(place.dataFolder, 'harsh-processor.db')
  const rows = ownRows(file, 'SELECT entry FROM transactions ORDER BY sequence')
  const transactions = rows.map(({ entry }) => JSON.parse(String(entry)) as Transaction)
  const sent = new Map(
    ownRows(file, 'SELECT order_id, times FROM sent_orders').map(
      ({ order_id, times }) => [String(order_id), Number(times)] as const,
    ),
  )
  return { all: () => transactions, timesSent: (orderId) => sent.get(orderId) ?? 0 }
}

/** Amounts that a bank has taken and not returned, in cents by order; an order without an amount may be absent. */
export async function heldByOrder(
  processor: ProcessorName,
  place: BankPlace,
): Promise<ReadonlyMap<string, number>> {
  if (processor === 'sandbox') {
    const entries = await bankEntries(place)
    return new Map(
      entries.map((entry) => [
        orderIdOf(entry.payment_id),
        entry.voided ? 0 : (entry.captured ?? 0) - paidBackOf(entry),
      ]),
    )
  }
  const held = new Map<string, number>()
  const entries = await harshEntries(place)
  const paidBack = (reference: string) =>
    entries
      .all()
      .filter(({ parent, returned }) => parent === reference && returned !== true)
      .reduce((sum, { amount }) => sum + amount, 0)
  for (const { order_id, captured, reference } of chargesOf(entries)) {
    held.set(order_id, (held.get(order_id) ?? 0) + (captured ?? 0) - paidBack(reference))
  }
  return held
}
