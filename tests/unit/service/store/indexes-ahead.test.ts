import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../../src-service/store/migrations.ts'
import { indexesAhead } from '../../../../src-service/store/postgres/build-indexes.ts'
import { createPool } from '../../../../src-service/store/postgres/connection.ts'
import { migrate } from '../../../../src-service/store/postgres/migrate.ts'
import { openProxy } from '../../../support/chaos-proxy.ts'
import { startTestServer, type TestServer } from '../../../support/embedded-postgres.ts'
import { eventually } from '../../../support/eventually.ts'

const table = { number: 1, name: 'table', sql: 'CREATE TABLE sales (id INTEGER, at INTEGER, sum INTEGER);' }
const old = { number: 2, name: 'old', sql: 'CREATE INDEX sales_by_age ON sales (at, sum);' }
const better = {
  ...({ number: 3, name: 'better', indexesAhead: true } as const),
  sql: `-- A word about it; with a CREATE INDEX in it.
    DROP INDEX sales_by_age;
    CREATE INDEX sales_by_age ON sales (at, id);
    CREATE INDEX sales_large ON sales (sum) WHERE sum > 100;`,
}
const known = [table, old, better]

let server: TestServer
let connectionString: string
let admin: pg.Client
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())
beforeEach(async () => {
  connectionString = await server.createDatabase()
  admin = await connect()
  await forward(connectionString, [table, old])
  await admin.query('INSERT INTO sales SELECT n, n, n FROM generate_series(1, 1000) AS n')
})

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

async function forward(to: string, all = known): Promise<void> {
  const pool = createPool({ connectionString: to, onConnectionLost: () => {} })
  try {
    await migrate(pool, { known: all })
  } finally {
    await pool.end()
  }
}

const indexes = async (): Promise<Readonly<Record<string, string>>> => {
  const { rows } = await admin.query<{ name: string; definition: string; whole: boolean }>(
    `SELECT indexrelid::regclass::text AS name, indisvalid AS whole,
       regexp_replace(pg_get_indexdef(indexrelid), '.* USING btree ', '') AS definition
     FROM pg_index WHERE indrelid = 'sales'::regclass ORDER BY 1`,
  )
  return Object.fromEntries(
    rows.map(({ name, definition, whole }) => [name, whole ? definition : 'not whole']),
  )
}
const before = { sales_by_age: '(at, sum)' }
const after = { sales_by_age: '(at, id)', sales_large: '(sum) WHERE (sum > 100)' }

/** An open transaction with a sale, which holds up the build. */
async function sellMeanwhile(): Promise<pg.Client> {
  const other = await connect()
  await other.query('BEGIN')
  await other.query('INSERT INTO sales VALUES (0, 0, 0)')
  return other
}

const isBuilding = () =>
  eventually(async () => {
    const { rows } = await admin.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
       AND query LIKE 'CREATE INDEX CONCURRENTLY%' AND wait_event_type = 'Lock'`,
    )
    expect(rows).toHaveLength(1)
    return rows[0]?.pid ?? 0
  })

test('while indexes of a table are built on PostgreSQL, others can sell, using the previous index', async () => {
  const other = await sellMeanwhile()
  const migrated = forward(connectionString)
  await isBuilding()
  await admin.query('INSERT INTO sales VALUES (1001, 1001, 1001)')
  expect(await indexes()).toMatchObject(before)
  await other.query('COMMIT')
  await migrated
  expect(await indexes()).toEqual(after)
})

test('an index of PostgreSQL whose build was killed is built again at the next start', async () => {
  const other = await sellMeanwhile()
  const migrated = forward(connectionString)
  const refused = expect(migrated).rejects.toThrow('migration 3 (better) failed')
  await admin.query(`SELECT pg_terminate_backend(${await isBuilding()})`)
  await refused
  expect(await indexes()).toEqual({ ...before, m3_sales_by_age: 'not whole' })
  await other.query('COMMIT')
  await forward(connectionString)
  expect(await indexes()).toEqual(after)
})

test("when a node is killed while it builds an index on PostgreSQL, the next one waits for the server's build", async () => {
  const proxy = await openProxy(Number(new URL(connectionString).port))
  onTestFinished(() => proxy.close())
  const other = await sellMeanwhile()
  const through = new URL(connectionString)
  through.port = new URL(proxy.url).port
  const killed = expect(forward(through.href)).rejects.toThrow()
  const pid = await isBuilding()
  proxy.cut()
  await killed
  const { rowCount } = await admin.query(`SELECT 1 FROM pg_stat_activity WHERE pid = ${pid}`)
  expect(rowCount).toBe(1)
  const migrated = forward(connectionString)
  await other.query('COMMIT')
  await migrated
  expect(await indexes()).toEqual(after)
})

test('several nodes that start at once build indexes on PostgreSQL once', async () => {
  await Promise.all([1, 2, 3, 4].map(() => forward(connectionString)))
  expect(await indexes()).toEqual(after)
})

test('indexes built for a migration that another node has applied meanwhile are removed', async () => {
  const other = await sellMeanwhile()
  const migrated = forward(connectionString)
  await isBuilding()
  await other.query("INSERT INTO migrations (number, name) VALUES (3, 'better')")
  await other.query('COMMIT')
  await migrated
  expect(await indexes()).toEqual(before)
})

/** Tables with a few thousand rows at most: their indexes are built in the transaction, on columns that it adds. */
const small = ['webhook_endpoints', 'api_keys']

test('from migration 45 on, indexes of potentially large tables are built ahead, outside their transaction', () => {
  for (const migration of migrations.filter(({ number }) => number >= 45)) {
    const made = [...migration.sql.matchAll(/CREATE TABLE (\w+)/g)].map(([, name]) => name)
    const { ahead, rest } = indexesAhead(migration)
    const onOld = ahead.filter(({ on }) => ![...made, ...small].includes(/ON (\w+)/.exec(on)?.[1]))
    expect({ number: migration.number, ahead: onOld.length > 0 }).toEqual({
      number: migration.number,
      ahead: migration.indexesAhead === true,
    })
    if (migration.indexesAhead) expect(rest).not.toMatch(/CREATE/)
  }
})
