import { describe, expect, test } from 'vitest'
import type { ApiKeyDocument } from '../../../../src-service/accounts/documents.ts'
import { apiKeysModule } from '../../../../src-service/api-keys/module.ts'
import type { Handler } from '../../../../src-service/http/handler.ts'
import { firstRow, insertOf, nextRow, noAccount, updateOf } from '../../../../src-service/store/row-writes.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import { endpointHandlers } from '../../../../src-service/webhooks/endpoint-handlers.ts'
import { interleaved } from '../../../support/interleaved-store.ts'
import { onPostgres } from '../intents/on-postgres.ts'
import { codeOf, openPaymentsHarness } from '../intents/payments-harness.ts'

const engines = { SQLite: () => openPaymentsHarness(), PostgreSQL: onPostgres }

/** An admitted request runs on after its key is revoked, and another node admits the key for up to a second. */
describe.each(['SQLite', 'PostgreSQL'] as const)('what is made by a key, on %s', (engine) => {
  async function withMaker() {
    const { services, caller } = await engines[engine]()
    const maker = firstRow<ApiKeyDocument>(
      noAccount,
      'key_maker',
      {
        ...{ tenant_id: caller.tenantId, level: 'tenant_admin', name: 'Maker', hash: 'a hash', hint: 'abcd' },
        ...{ partner_id: null, business_id: null, account_id: null, revoked_at: null },
      },
      1,
    )
    await services.store.commit({ writes: [insertOf('api_key', maker)] })
    const makers = (store: Store) => {
      const { handlers } = apiKeysModule({ ...services, store }, { forget: () => {} })
      const createKey = handlers['api_keys.create'] as Handler<'api_keys.create'>
      const createEndpoint = endpointHandlers({ ...services, store }, true)['webhook_endpoints.create']
      const by = { ...caller, accountId: null, keyId: maker.id }
      return {
        key: () => createKey({ caller: by, body: { level: 'tenant_admin', name: 'Made' } } as never),
        endpoint: () => createEndpoint({ caller: by, body: { url: 'https://a.example/' } } as never),
      }
    }
    const goodKeys = async () => {
      const rows = await services.store.list<ApiKeyDocument>('api_key', { limit: 50 })
      return rows.filter(({ document }) => document.revoked_at === null).map(({ document }) => document.name)
    }
    const revoke = () => {
      const gone = nextRow(maker, { ...maker.document, revoked_at: 2 }, 2)
      return services.store.commit({ writes: [updateOf('api_key', gone)] })
    }
    const endpoints = () => services.store.list('webhook_endpoint', { limit: 50 })
    return { store: services.store, makers, goodKeys, endpoints, revoke }
  }

  test('is valid', async () => {
    const { store, makers, goodKeys, endpoints } = await withMaker()
    const { key, endpoint } = makers(store)
    expect([codeOf(await key()), codeOf(await endpoint())]).toEqual(['ok', 'ok'])
    expect(await goodKeys()).toContain('Made')
    expect(await endpoints()).toHaveLength(1)
  })

  test('a key does not outlive the revocation of its maker at the same time', async () => {
    const { store, makers, goodKeys, revoke } = await withMaker()
    const between = interleaved(store)
    between.afterRead('api_key', revoke)
    expect(codeOf(await makers(between.store).key())).toBe('permission_denied')
    expect(await goodKeys()).not.toContain('Made')
  })

  test('a webhook endpoint does not outlive the revocation of its maker at the same time', async () => {
    const { store, makers, endpoints, revoke } = await withMaker()
    const between = interleaved(store)
    between.afterRead('api_key', revoke)
    expect(codeOf(await makers(between.store).endpoint())).toBe('permission_denied')
    expect(await endpoints()).toEqual([])
  })
})
