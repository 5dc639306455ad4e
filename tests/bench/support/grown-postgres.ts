import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import pg from 'pg'
import { fromCache } from '../../../scripts/lib/paths.mjs'
import { copyInto, copyLine } from '../../../src-service/move/copy-in.ts'
import { openPostgresStore } from '../../../src-service/store/postgres/postgres-store.ts'

const rowsAtOnce = 2_000
/** Files in the service's folder besides its database: the vault's key must match the encrypted data. */
const kept = ['environment', 'sandbox-keys.json', 'vault.key']

export interface GrownDatabase {
  readonly folder: string
  readonly url: string
}

type Value = string | number | null
interface Index {
  readonly name: string
  readonly definition: string
}

/**
 * Copies the grown shop of `folder` (SQLite) to a database on a running server: once, by COPY before the indexes, and
 * keeps it there under the name of its size. An interrupted copy continues with the table at which it stopped.
 */
export async function grownPostgres(
  rows: number,
  { folder: source, server }: { readonly folder: string; readonly server: string },
): Promise<GrownDatabase> {
  const folder = fromCache('bench-postgres', `shop-${rows}`)
  mkdirSync(folder, { recursive: true })
  for (const name of kept) {
    if (existsSync(join(source, name))) cpSync(join(source, name), join(folder, name))
  }
  const name = `grown_${rows}`
  const at = new URL(server)
  at.pathname = `/${name}`
  const admin = await connect(server)
  const { rowCount: known } = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [name])
  if (known === 0) await admin.query(`CREATE DATABASE ${name} TEMPLATE template0`)
  await admin.end()
  const store = await openPostgresStore({ connectionString: at.href, onConnectionLost: () => {} })
  await store.close()
  const client = await connect(at.href)
  const database = new Libsql(join(source, 'service.db'), { readonly: true })
  try {
    await client.query('CREATE TABLE IF NOT EXISTS grown_tables (name text PRIMARY KEY)')
    const { rows: whole } = await client.query<{ name: string }>('SELECT name FROM grown_tables')
    const done = new Set(whole.map((one) => one.name))
    const tables = database
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
      .all() as readonly { readonly name: string }[]
    for (const table of tables) {
      if (done.has(table.name) || table.name === 'migrations') continue
      await copyTable(database, client, table.name)
      await client.query('INSERT INTO grown_tables VALUES ($1)', [table.name])
    }
    if (!done.has('analysed')) {
      await client.query('VACUUM ANALYZE')
      await client.query("INSERT INTO grown_tables VALUES ('analysed')")
    }
  } finally {
    database.close()
    await client.end()
  }
  return { folder, url: at.href }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

async function copyTable(database: Libsql.Database, client: pg.Client, name: string): Promise<void> {
  const columns = (
    database.prepare(`SELECT name FROM pragma_table_info('${name}')`).all() as { readonly name: string }[]
  ).map((column) => column.name)
  const began = performance.now()
  const { rows: indexes } = await client.query<Index>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = $1::regclass AND indexrelid NOT IN (SELECT conindid FROM pg_constraint)`,
    [name],
  )
  // The whole table or nothing: the indexes are recreated in the same transaction.
  await client.query('BEGIN')
  await client.query(`TRUNCATE ${name}`)
  for (const index of indexes) await client.query(`DROP INDEX ${index.name}`)
  const every = database.prepare(`SELECT ${columns.join(', ')} FROM ${name}`).raw()
  let count = 0
  function* chunks(): Generator<string> {
    let lines = ''
    for (const row of every.iterate() as IterableIterator<readonly Value[]>) {
      lines += copyLine(row)
      count += 1
      if (count % rowsAtOnce !== 0) continue
      yield lines
      lines = ''
    }
    if (lines !== '') yield lines
  }
  await copyInto(client, `COPY ${name} (${columns.join(', ')}) FROM STDIN`, chunks())
  for (const index of indexes) await client.query(index.definition)
  await client.query('COMMIT')
  if (count > 10_000)
    console.log(`${name}: ${count} rows, ${Math.round((performance.now() - began) / 1000)} s`)
}
