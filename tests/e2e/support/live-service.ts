import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { AccountDocument } from '../../../src-service/accounts/documents.ts'
import type { LedgerEntry } from '../../../src-service/processor/sandbox/ledger.ts'
import { type Client, createClient } from '../../../src-shared/api/client.ts'
import { createIdSource } from '../../../src-shared/ids.ts'
import { startTestServer } from '../../support/embedded-postgres.ts'
import { must } from '../../support/must.ts'
import { end, runService } from './service.ts'

/** A shop's own service: a process on PostgreSQL without the sandbox, with accounts that were boarded. */
export interface LiveService {
  readonly url: string
  readonly private_key: string
  /** The shop's account; the key also gives access to its other shop. */
  readonly account_id: string
  readonly client: Client
  /** Cents that the bank holds of all payments: captured, less voided and refunded. */
  bankHolds(): Promise<number>
  kill(): Promise<void>
  /** Restarts after a kill, with the same data and port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startLiveService(): Promise<LiveService> {
  const server = await startTestServer()
  const databaseUrl = await server.createDatabase()
  const data = mkdtempSync(join(tmpdir(), 'countertop-live-'))
  const private_key = `sk_${randomBytes(24).toString('hex')}`
  const env = { ...process.env, DATABASE_URL: databaseUrl, COUNTERTOP_PRIVATE_KEY: private_key }
  const launch = (port: number) =>
    runService(['--port', String(port), '--data', data, '--play-money', '--rate-limit', 'off'], env)
  let running = await launch(0)
  const { url } = running.ready
  const database = new pg.Client({ connectionString: databaseUrl })
  await database.connect()
  const admin = createClient({ baseUrl: url, apiKey: private_key })
  const business = await must(admin.call('businesses.create', { body: { name: 'Harbour' } }))
  const account_id = await boardAccount(database, business.id, 'Harbour Café')
  await boardAccount(database, business.id, 'Harbour Kiosk')
  return {
    url,
    private_key,
    account_id,
    client: createClient({ baseUrl: url, apiKey: private_key, accountId: account_id }),
    async bankHolds() {
      const { rows } = await database.query('SELECT document FROM sandbox_entries')
      return (rows as { readonly document: string }[])
        .map(({ document }) => standing(JSON.parse(document) as LedgerEntry))
        .reduce((sum, cents) => sum + cents, 0)
    },
    kill: () => end(running.process, 'SIGKILL'),
    restart: async () => {
      running = await launch(Number(new URL(url).port))
    },
    stop: async () => {
      await end(running.process, 'SIGTERM')
      await database.end()
      await server.dropDatabase(databaseUrl)
      await server.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

const standing = ({ captured, voided, refunds }: LedgerEntry): number =>
  voided ? 0 : (captured ?? 0) - Object.values(refunds).reduce((sum, cents) => sum + cents, 0)

/** Creates an account as boarding does; outside the sandbox there is no operation for the underwriter's decision. */
async function boardAccount(database: pg.Client, business_id: string, name: string): Promise<string> {
  const { rows } = await database.query('SELECT id FROM tenants')
  const [tenant] = rows as { readonly id: string }[]
  if (tenant === undefined) throw new Error('the service has made no tenant')
  const now = Date.now()
  const newId = createIdSource(() => now)
  const [id, merchant_id] = [newId('account'), newId('merchant')]
  const document: AccountDocument = {
    ...{ tenant_id: tenant.id, partner_id: null, business_id, merchant_id, name, status: 'boarded' },
    merchant: { dba: name, address1: '4 Quay', address2: '', phone: '', timezone: 'UTC' },
  }
  await database.query(
    `INSERT INTO accounts (account_id, id, version, created_at, updated_at, tenant_id, business_id, merchant_id, document)
     VALUES ('', $1, 1, $2, $2, $3, $4, $5, $6)`,
    [id, now, tenant.id, business_id, merchant_id, JSON.stringify(document)],
  )
  return id
}
