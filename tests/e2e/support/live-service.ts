import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AccountDocument, TenantDocument } from '../../../src-service/accounts/documents.ts'
import { silentLog } from '../../../src-service/log.ts'
import type { LedgerEntry } from '../../../src-service/processor/sandbox/ledger.ts'
import { openStore } from '../../../src-service/store/open-store.ts'
import { firstRow, insertOf } from '../../../src-service/store/row-writes.ts'
import { rowsOf } from '../../../src-service/store/rows-of.ts'
import type { Store } from '../../../src-service/store/store.ts'
import { type Client, createClient } from '../../../src-shared/api/client.ts'
import { createIdSource } from '../../../src-shared/ids.ts'
import { startTestServer } from '../../support/embedded-postgres.ts'
import { end, runService } from './service.ts'

/** A shop's own service: a process of its own on PostgreSQL, without the sandbox, with accounts that were boarded. */
export interface LiveService {
  readonly url: string
  readonly private_key: string
  /** The shop's account; the key reaches its other shop's too. */
  readonly account_id: string
  readonly client: Client
  /** What the bank holds of all payments, cents: taken, less voided and refunded. */
  bankHolds(): Promise<number>
  kill(): Promise<void>
  /** After a kill: the same data, the same port. */
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
  const store = await openStore({ databaseUrl, databaseFile: '', log: silentLog })
  const [account_id] = await boardAccounts(store, ['Harbour Café', 'Harbour Kiosk'])
  return {
    url,
    private_key,
    account_id,
    client: createClient({ baseUrl: url, apiKey: private_key, accountId: account_id }),
    async bankHolds() {
      let cents = 0
      for await (const { document } of rowsOf<LedgerEntry>(store, 'sandbox_entry', {})) {
        cents += standing(document)
      }
      return cents
    },
    kill: () => end(running.process, 'SIGKILL'),
    restart: async () => {
      running = await launch(Number(new URL(url).port))
    },
    stop: async () => {
      await end(running.process, 'SIGTERM')
      await store.close()
      await server.dropDatabase(databaseUrl)
      await server.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

const standing = ({ captured, voided, refunds }: LedgerEntry): number =>
  voided ? 0 : (captured ?? 0) - Object.values(refunds).reduce((sum, cents) => sum + cents, 0)

/** Accounts of the service's own tenant, as boarding leaves them. */
async function boardAccounts(
  store: Store,
  names: readonly [string, ...string[]],
): Promise<readonly [string, ...string[]]> {
  const [tenant] = await store.list<TenantDocument>('tenant', { limit: 1 })
  if (tenant === undefined) throw new Error('the service has made no tenant')
  const now = Date.now()
  const newId = createIdSource(() => now)
  const business_id = newId('business')
  const account = (name: string) => {
    const document: AccountDocument = {
      tenant_id: tenant.id,
      partner_id: null,
      business_id,
      merchant_id: newId('merchant'),
      name,
      status: 'boarded',
      merchant: { dba: name, address1: '4 Quay', address2: '', phone: '', timezone: 'UTC' },
    }
    return insertOf('account', firstRow('', newId('account'), document, now))
  }
  const [first, ...others] = names
  const own = account(first)
  const rest = others.map(account)
  const business = firstRow('', business_id, { tenant_id: tenant.id, name: first }, now)
  const made = await store.commit({ writes: [insertOf('business', business), own, ...rest] })
  if (!made.ok) throw new Error(`no account was boarded: ${JSON.stringify(made.error)}`)
  return [own.row.id, ...rest.map(({ row }) => row.id)]
}
