import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import Libsql from 'libsql'
import pg from 'pg'
import type { Kind } from '../../../src-service/store/store.ts'
import { columnValues, tables } from '../../../src-service/store/tables.ts'
import type { PaymentIntent } from '../../../src-shared/api/schemas/payment-intent.ts'

/** Queries the database directly, past the service: the same SQL on both engines. */
export type Query = (sql: string) => Promise<readonly Readonly<Record<string, unknown>>[]>

export async function withDatabase<Value>(
  dataFolder: string,
  databaseUrl: string | null,
  look: (query: Query) => Promise<Value>,
): Promise<Value> {
  if (databaseUrl === null) {
    const database = new Libsql(join(dataFolder, 'service.db'))
    const [integrity] = database.prepare('PRAGMA integrity_check').all()
    if (!isDeepStrictEqual(integrity, { integrity_check: 'ok' }))
      throw new Error('the SQLite file is damaged')
    try {
      // One snapshot for all reads: the service's repair job is running.
      database.exec('BEGIN')
      return await look(async (sql) => database.prepare(sql).all() as Record<string, unknown>[])
    } finally {
      database.close()
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    return await look(async (sql) => (await client.query<Record<string, unknown>>(sql)).rows)
  } finally {
    await client.end()
  }
}

/** The columns of a row that differ from its document. */
export function differingColumns(
  kind: Kind,
  row: Readonly<Record<string, unknown>>,
  document: unknown,
): readonly string[] {
  const values = columnValues(tables[kind], document)
  return tables[kind].columns.filter(
    (column, index) => String(row[column] ?? null) !== String(values[index] ?? null),
  )
}

export interface Content {
  /** Every intent from its row, by id. */
  readonly intents: ReadonlyMap<string, PaymentIntent>
  /** Inconsistencies, in words; empty if there are none. */
  readonly problems: readonly string[]
}

/**
 * Reads all intents, and finds incomplete writes: a row whose columns differ from its document, a version without its
 * event, a saved answer without its resource.
 */
export async function readContent(query: Query): Promise<Content> {
  const { columns } = tables.payment_intent
  const rows = await query(
    `SELECT id, version, updated_at, document, ${columns.join(', ')} FROM payment_intents`,
  )
  const events = await query(
    "SELECT type, object FROM event_log WHERE type LIKE 'v2.payment_intent.%' ORDER BY id",
  )
  const records = await query('SELECT scope, status, body FROM idempotency_records WHERE status > 0')
  const others = await query('SELECT id FROM refunds UNION ALL SELECT id FROM payments')
  const answered = new Set(others.map(({ id }) => String(id)))

  const problems: string[] = []
  const intents = new Map<string, PaymentIntent>()
  const published = new Map<string, { count: number; last: PaymentIntent }>()
  for (const event of events) {
    const object = JSON.parse(String(event.object)) as PaymentIntent
    published.set(object.id, { count: (published.get(object.id)?.count ?? 0) + 1, last: object })
  }
  for (const row of rows) {
    const document = JSON.parse(String(row.document)) as PaymentIntent
    intents.set(document.id, document)
    const report = (what: string) => problems.push(`${document.id}: ${what}`)
    if (row.id !== document.id) report(`is the document of row ${row.id}`)
    if (Number(row.updated_at) !== Date.parse(document.updated_at))
      report('updated_at differs from its column')
    for (const column of differingColumns('payment_intent', row, document))
      report(`${column} differs from its column`)
    // Once it is paid, the rest is in its payment's events.
    if (document.latest_payment !== null) continue
    const events = published.get(document.id)
    if (events?.count !== Number(row.version))
      report(`version ${row.version} has ${events?.count ?? 0} events`)
    else if (!isDeepStrictEqual(events.last, document)) report('its last event tells of another state')
  }
  for (const id of published.keys()) if (!intents.has(id)) problems.push(`${id}: has events but no row`)
  for (const record of records) {
    const { id } = JSON.parse(String(record.body)) as { readonly id: string }
    if (!intents.has(id) && !answered.has(id))
      problems.push(`${id}: was answered (${record.scope}) but is not there`)
  }
  return { intents, problems }
}
