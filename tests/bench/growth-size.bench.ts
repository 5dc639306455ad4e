import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { fromRoot } from '../../scripts/lib/paths.mjs'
import { type Client, createClient } from '../../src-shared/api/client.ts'
import { must } from '../support/must.ts'
import { serviceArguments } from './support/grown-shop.ts'
import { startProcess } from './support/processes.ts'
import { printRows } from './support/report.ts'

/**
 * Size of a sale at a terminal in the service's database (SQLite), by table with its indexes, and the size after a year
 * of 200 sales a day with the purge (docs/security.md, "How long data is kept") and without it. Counted, not timed.
 */
const sales = 400
const salesPerDay = 200
const daysOfYear = 365

/** Tables that are purged, and after how many days; all other rows are accounting records and are kept. */
const keptDays: Readonly<Record<string, number>> = {
  events: 90,
  event_copies: 90,
  webhook_deliveries: 90,
  payment_methods: 30,
  vault_entries: 30,
  idempotency_records: 1 / 24,
}

async function sell(client: Client, hsn: string, sessionKey: string, number: number): Promise<void> {
  const items = ['Latte', 'Croissant'].map((name) => ({ name, quantity: 1, unit_amount: 600, amount: 600 }))
  const intent = await must(
    client.call('payment_intents.create', {
      body: {
        ...{
          amount: 1_200,
          reference_id: `sale_${number}`,
          user_fields: { cashier: 'Ann', counter: 'Front' },
        },
        order_details: { items, bill: { number: `A${number}` } },
      },
      idempotencyKey: `growth create ${number}`,
    }),
  )
  const body = { hsn, payment_intent_id: intent.id, clear_display_delay: 0 }
  const idempotencyKey = `growth pay ${number}`
  await must(client.call('terminals.auth_card', { body, sessionKey, idempotencyKey, timeoutMs: 60_000 }))
}

/** Bytes of each table with its indexes. */
function sizes(file: string): ReadonlyMap<string, number> {
  const database = new Libsql(file, { readonly: true })
  const rows = database
    .prepare(
      `SELECT schema.tbl_name AS name, sum(pgsize) AS bytes
         FROM dbstat JOIN sqlite_schema AS schema ON schema.name = dbstat.name GROUP BY 1`,
    )
    .all() as readonly { readonly name: string; readonly bytes: number }[]
  database.close()
  return new Map(rows.map(({ name, bytes }) => [name, bytes]))
}

const folder = mkdtempSync(join(tmpdir(), 'bench-growth-'))
const service = await startProcess(fromRoot('dist/service/main.js'), serviceArguments(folder))
try {
  const { url = '', private_key: apiKey = '', account_id: accountId = '' } = service.ready
  const client = createClient({ baseUrl: url, apiKey, accountId })
  const hsn = 'GROWTH-1'
  await must(client.call('sandbox.virtual_terminals.create', { body: { hsn, script: 'approve' } }))
  const { session_key } = await must(client.call('terminals.connect', { body: { hsn } }))
  await sell(client, hsn, session_key, 0)
  const before = sizes(join(folder, 'service.db'))
  for (let number = 1; number <= sales; number += 1) await sell(client, hsn, session_key, number)
  await must(client.call('sandbox.settlements.close', { body: { account_id: accountId } }))
  const after = [...sizes(join(folder, 'service.db'))].map(
    ([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / sales] as const,
  )
  const grown = after.filter(([, bytes]) => bytes > 0).sort((one, other) => other[1] - one[1])
  const year = (days: (name: string) => number): number =>
    grown.reduce((sum, [name, bytes]) => sum + bytes * salesPerDay * days(name), 0) / 2 ** 20
  const perSale = grown.reduce((sum, [, bytes]) => sum + bytes, 0)
  const kept = (name: string): number => keptDays[name] ?? daysOfYear
  printRows(`Bytes of a sale at a terminal, of ${sales}, settled`, [
    { name: 'altogether', value: perSale, unit: 'B', note: '' },
    ...grown.map(([name, bytes]) => {
      const days = keptDays[name]
      const note = days === undefined ? 'kept' : days < 1 ? 'an hour' : `${days} days`
      return { name: `  ${name}`, value: bytes, unit: 'B', note }
    }),
  ])
  printRows(`A shop of ${salesPerDay} sales a day, after a year`, [
    { name: 'without the purge', value: year(() => daysOfYear), unit: 'MiB', note: '' },
    { name: 'with it', value: year(kept), unit: 'MiB', note: '' },
    {
      name: 'each further year',
      value: year((name) => (name in keptDays ? 0 : daysOfYear)),
      unit: 'MiB',
      note: '',
    },
  ])
} finally {
  await service.stop()
  rmSync(folder, { recursive: true, force: true })
}
