import { join } from 'node:path'
import pg from 'pg'
import { projectRoot } from '../../../scripts/lib/paths.mjs'
import type { AccountDocument } from '../../../src-service/accounts/documents.ts'
import { openPostgresStore } from '../../../src-service/store/postgres/postgres-store.ts'
import { createSqliteStore } from '../../../src-service/store/sqlite/sqlite-store.ts'
import type { Store, Write } from '../../../src-service/store/store.ts'
import { type Filled, fillWithIntents, type Shop } from './many-intents.ts'
import { type ReadyProcess, startProcess } from './processes.ts'

/** The service in a process of its own, on a database with a given number of intents. */
export interface FilledService extends Filled {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly accountId: string
  readonly count: number
  stop(): Promise<void>
}

const shopCount = 20

/** @param databaseUrl of an empty database; without it SQLite in the folder. */
export async function startFilledService(
  folder: string,
  count: number,
  databaseUrl?: string,
): Promise<FilledService> {
  const start = () =>
    startProcess(
      join(projectRoot, 'dist/service/main.js'),
      ['--port', '0', '--data', folder, '--sandbox', '--rate-limit', 'off'],
      databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl },
    )
  // The first start creates the merchant and its keys.
  const first = await start()
  await first.stop()
  const store =
    databaseUrl === undefined
      ? createSqliteStore(join(folder, 'service.db'))
      : await openPostgresStore({ connectionString: databaseUrl })
  const shops = await openShops(store, first)
  const filled = await fillWithIntents(store, { count, shops, until: Date.now() })
  await store.close()
  if (databaseUrl !== undefined) await analyze(databaseUrl)
  const service = await start()
  return {
    ...filled,
    count,
    url: service.ready.url ?? '',
    accountId: service.ready.account_id ?? '',
    headers: { 'x-api-key': service.ready.private_key ?? '', 'content-type': 'application/json' },
    stop: () => service.stop(),
  }
}

/** Creates more accounts of the same merchant, so that a key reaches several. */
async function openShops(store: Store, { ready }: ReadyProcess): Promise<readonly Shop[]> {
  const { account_id: accountId = '', business_id: businessId = '' } = ready
  const own = await store.find<AccountDocument>('account', accountId)
  if (own === null) throw new Error('the training merchant has no account')
  const others = Array.from({ length: shopCount - 1 }, (_, index): Write & { op: 'insert' } => {
    const id = `acct_shop${index}`
    const document = { ...own.document, merchant_id: `81000000${index}`, name: `Shop ${index}` }
    return { op: 'insert', kind: 'account', row: { ...own, id, version: 1, document } }
  })
  const outcome = await store.commit({ writes: others })
  if (!outcome.ok) throw new Error('the shops could not be opened')
  return [accountId, ...others.map(({ row }) => row.id)].map((id) => ({ accountId: id, businessId }))
}

/** Does what autovacuum would do by itself a minute later. */
export async function analyze(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query('VACUUM ANALYZE')
  await client.end()
}
