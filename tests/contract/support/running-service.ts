import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiKeyDocument } from '../../../src-service/accounts/documents.ts'
import { makeKey } from '../../../src-service/accounts/keys.ts'
import { createApp } from '../../../src-service/app.ts'
import type { AccessLevel } from '../../../src-service/caller.ts'
import type { Config } from '../../../src-service/config/config.ts'
import { hashOfSecret } from '../../../src-service/secrets/secret-hash.ts'
import type { Services } from '../../../src-service/services.ts'
import type { Write } from '../../../src-service/store/store.ts'
import { silentLog } from '../../support/silent-log.ts'
import { putEmptyDatabase } from '../../support/sqlite-store.ts'
import { throughProxy } from './validating-proxy.ts'

/** The whole service on a real SQLite file, listening; its answers are checked against the contract. */
export interface RunningService {
  readonly url: string
  /** The address without the proxy of `npm run check:external`, which cannot forward streams. */
  readonly directUrl: string
  readonly services: Services
  readonly dataDirectory: string
  readonly accountId: string
  readonly businessId: string
  readonly merchantId: string
  /** A key of the level tenant_admin. */
  readonly privateKey: string
  readonly publicKey: string
  /** Creates a key of the same tenant with these limits. */
  makeKey(level: AccessLevel, changes?: Partial<ApiKeyDocument>): Promise<string>
  /** Creates another tenant with an account of its own, and a key. */
  makeTenant(): Promise<{
    readonly accountId: string
    readonly privateKey: string
    makePublicKey(): Promise<string>
  }>
  stop(): Promise<void>
}

/** @param webDirectory the folder of the built pages for browsers, for tests that look at them */
export async function startService(
  webDirectory?: string,
  changes: Partial<Config> = {},
): Promise<RunningService> {
  const folder = mkdtempSync(join(tmpdir(), 'contract-'))
  putEmptyDatabase(join(folder, 'service.db'))
  const config = {
    port: 0,
    host: '127.0.0.1',
    dataDirectory: folder,
    sandbox: true,
    rateLimit: null,
    checkReplies: true,
    bankDelayMs: 10,
    privateKey: null,
    vaultKeys: undefined,
    privateWebhooks: true,
    ...(webDirectory === undefined ? {} : { webDirectory }),
    ...changes,
  }
  const app = await createApp(config, silentLog)
  const directUrl = await app.listen()
  const { url, stop: stopProxy } = await throughProxy(directUrl)
  const { services, sandbox } = app
  if (sandbox === null) throw new Error('the sandbox has no merchant')
  const own = await services.accounts.account(sandbox.account_id)
  if (own === null) throw new Error('the training account is missing')

  const insert = (kind: Write['kind'], id: string, document: object): Write => ({
    op: 'insert',
    kind,
    row: { account_id: '', id, version: 1, created_at: 1, updated_at: 1, document },
  })
  const commit = async (writes: readonly Write[]) => {
    const outcome = await services.store.commit({ writes })
    if (!outcome.ok) throw new Error(`seeding failed: ${JSON.stringify(outcome.error)}`)
  }
  const keyWrite = (tenantId: string, key: string, level: AccessLevel, changes: Partial<ApiKeyDocument>) =>
    insert('api_key', services.newId('api_key'), {
      tenant_id: tenantId,
      level,
      name: 'Test',
      hash: hashOfSecret(key),
      hint: key.slice(-4),
      partner_id: null,
      business_id: null,
      account_id: null,
      revoked_at: null,
      ...changes,
    } satisfies ApiKeyDocument)

  return {
    url,
    directUrl,
    services,
    dataDirectory: folder,
    accountId: sandbox.account_id,
    businessId: own.document.business_id,
    merchantId: sandbox.merchant_id,
    privateKey: sandbox.private_key,
    publicKey: sandbox.public_key,
    async makeKey(level, changes = {}) {
      const key = makeKey(level)
      await commit([keyWrite(own.document.tenant_id, key, level, changes)])
      return key
    },
    async makeTenant() {
      const [tenantId, accountId] = [services.newId('tenant'), services.newId('account')]
      const privateKey = makeKey('tenant_admin')
      const merchantId = services.newId('merchant')
      const account = { ...own.document, tenant_id: tenantId, merchant_id: merchantId }
      await commit([
        insert('tenant', tenantId, { name: 'Another' }),
        insert('account', accountId, account),
        keyWrite(tenantId, privateKey, 'tenant_admin', {}),
      ])
      return {
        accountId,
        privateKey,
        makePublicKey: async () => {
          const key = makeKey('public')
          await commit([keyWrite(tenantId, key, 'public', {})])
          return key
        },
      }
    },
    async stop() {
      await stopProxy()
      await app.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
