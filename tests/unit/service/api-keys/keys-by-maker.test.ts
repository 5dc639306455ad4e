import { expect, onTestFinished, test, vi } from 'vitest'
import type { ApiKeyDocument } from '../../../../src-service/accounts/documents.ts'
import { readKeyPage } from '../../../../src-service/api-keys/key-page.ts'
import { keysBeyond, revokeBeyond } from '../../../../src-service/api-keys/made-by.ts'
import { migrations } from '../../../../src-service/store/migrations.ts'
import { firstRow, insertOf, noAccount } from '../../../../src-service/store/row-writes.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { err } from '../../../../src-shared/result.ts'
import { migratedStores } from '../../../support/migrated-stores.ts'

const keyOf = (id: string, made_by: string | null, more: Partial<ApiKeyDocument> = {}, created = 1) => {
  const document: ApiKeyDocument = {
    ...{
      tenant_id: 'ten_1',
      level: 'tenant_admin',
      name: 'of "made_by":"usr_ada"',
      hash: `hash of ${id}`,
      hint: 'abcd',
    },
    ...{ partner_id: null, business_id: null, account_id: null, revoked_at: null, made_by, made_with: null },
    ...more,
  }
  return insertOf('api_key', firstRow(noAccount, id, document, created))
}

/** Not called: a key that reaches its whole tenant needs no account. */
const unused = { account: () => null, business: () => null, accountsOfBusiness: () => [] } as never

test.each(Object.entries(migratedStores))(
  "a check of a user's keys reads only the keys that the user made, not all keys of the tenant, on %s",
  async (_, open) => {
    const { store, run } = await open()
    onTestFinished(() => store.close())
    await store.commit({
      writes: [
        ...Array.from({ length: 200 }, (__, index) =>
          keyOf(`key_${index}`, index % 2 === 0 ? 'usr_bob' : null),
        ),
        keyOf('key_good', 'usr_ada'),
        keyOf('key_reads', 'usr_ada', { level: 'read_only' }),
        keyOf('key_revoked', 'usr_ada', { revoked_at: 5 }),
        keyOf('key_elsewhere', 'usr_ada', { tenant_id: 'ten_2' }),
      ],
    })
    const beyond = async () => {
      const list = vi.spyOn(store, 'list')
      const keys = await keysBeyond(store, 'ten_1', 'usr_ada', { status: 'ACTIVE', role: 'READ_ONLY' })
      const read = await Promise.all(list.mock.results.map(({ value }) => value))
      list.mockRestore()
      expect(read.flat().length).toBeLessThan(10)
      return keys.map(({ id }) => id)
    }
    expect(await beyond()).toEqual(['key_good'])
    // The migration finds the maker of existing keys.
    const { sql } = migrations.find(({ name }) => name === 'keys by maker') ?? { sql: '' }
    await run('DROP INDEX api_keys_by_maker')
    await run('ALTER TABLE api_keys DROP COLUMN maker')
    await run(sql)
    expect(await beyond()).toEqual(['key_good'])
    // A key written meanwhile by a node of the previous version is found as well.
    await run("UPDATE api_keys SET maker = NULL WHERE id = 'key_good'")
    expect(await beyond()).toEqual(['key_good'])
  },
)

test.each(Object.entries(migratedStores))(
  "a list of a user's keys reads only the keys that the user made, not all keys of the tenant, on %s",
  async (_, open) => {
    const { store, run } = await open()
    onTestFinished(() => store.close())
    const several = Array.from({ length: 5 }, (__, index) =>
      keyOf(`key_theirs_${index}`, 'usr_ada', {}, 10 + index),
    )
    await store.commit({
      writes: [
        ...Array.from({ length: 400 }, (__, index) => keyOf(`key_${index}`, 'usr_bob', {}, index)),
        ...several,
        keyOf('key_elsewhere', 'usr_ada', { tenant_id: 'ten_2' }, 500),
      ],
    })
    // As written by a node of the previous version.
    await run("UPDATE api_keys SET maker = NULL WHERE id IN ('key_theirs_2', 'key_7')")
    const own = {
      tenant_id: 'ten_1',
      level: 'tenant_admin',
      partner_id: null,
      business_id: null,
      account_id: null,
    } as const
    const page = async (query: object) => {
      const list = vi.spyOn(store, 'list')
      const read = await readKeyPage({ store, accounts: unused }, own, { made_by: 'usr_ada', ...query })
      const rows = await Promise.all(list.mock.results.map(({ value }) => value))
      list.mockRestore()
      expect(rows.flat().length).toBeLessThan(10)
      expect(read.ok).toBe(true)
      return read.ok ? [read.value.data.map(({ id }) => id.at(-1)).join(''), read.value.meta.has_more] : []
    }
    expect(await page({})).toEqual(['43210', false])
    expect(await page({ limit: 2 })).toEqual(['43', true])
    expect(await page({ limit: 2, starting_after: 'key_theirs_3' })).toEqual(['21', true])
    expect(await page({ limit: 2, starting_after: 'key_theirs_1' })).toEqual(['0', false])
    expect(await page({ limit: 2, ending_before: 'key_theirs_1' })).toEqual(['32', true])
    expect(await page({ limit: 2, ending_before: 'key_theirs_3' })).toEqual(['4', false])
    expect(await page({ made_with: 'key_3' })).toEqual(['', false])
  },
)

// The caller would learn that the keys are revoked.
test('keys that could not be revoked, because others kept changing them, are an error, and are read again', async () => {
  const { row: key } = keyOf('key_1', 'usr_ada')
  const user = firstRow('ten_1', 'usr_ada', { status: 'INACTIVE', role: 'ADMIN' }, 1)
  const store = {
    get: async () => user,
    list: async () => [key],
    commit: async () => err({ kind: 'version_conflict', resource: 'api_key', id: 'key_1' }),
  } as unknown as Store
  const services = { store, clock: createClock(), newId: () => 'id' as never }
  const forgotten: string[] = []
  const directory = { forget: (hash: string) => void forgotten.push(hash) }
  await expect(revokeBeyond(services, directory, 'ten_1', 'usr_ada')).rejects.toThrow('usr_ada')
  expect(new Set(forgotten)).toEqual(new Set(['hash of key_1']))
})
