import { describe, expect, onTestFinished, test } from 'vitest'
import type { ApiKeyDocument } from '../../../../src-service/accounts/documents.ts'
import { createKeyDirectory, isGoodKey } from '../../../../src-service/accounts/keys.ts'
import { readKeyPage } from '../../../../src-service/api-keys/key-page.ts'
import type { Caller } from '../../../../src-service/caller.ts'
import type { HandlerRequest } from '../../../../src-service/http/handler.ts'
import { hashOfSecret } from '../../../../src-service/secrets/secret-hash.ts'
import type { Services } from '../../../../src-service/services.ts'
import { firstRow, insertOf, noAccount } from '../../../../src-service/store/row-writes.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import { changeHandlers } from '../../../../src-service/users/change-handlers.ts'
import type { UserDocument } from '../../../../src-service/users/documents.ts'
import type { LoginServices } from '../../../../src-service/users/login-link.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import { migratedStores } from '../../../support/migrated-stores.ts'

/**
 * What a service leaves that is killed between the commit that ends a user's rights and the one that revokes a key which
 * the user made just before: the key is not revoked (made-by.ts, revokeBeyond).
 */
const user: UserDocument = {
  ...{ id: 'usr_ada', entity: 'user', type: 'BUSINESS', email: 'ada@example.com', business_id: 'bus_1' },
  ...{ first_name: 'Ada', last_name: 'King', role: 'ADMIN', status: 'ACTIVE', partner_id: null },
  ...{ last_sign_in: null, login_hash: null, login_until: null, links_made: [] },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
}
const noBounds = { partner_id: null, business_id: null, account_id: null } as const
const secretOf = (id: string) => `sk_${id}`

async function left(
  open: (typeof migratedStores)[keyof typeof migratedStores],
  rights: Partial<UserDocument>,
) {
  const { store } = await open()
  onTestFinished(() => store.close())
  const key = (id: string, made_by: string | null, level: ApiKeyDocument['level']) =>
    insertOf(
      'api_key',
      firstRow<ApiKeyDocument>(
        noAccount,
        id,
        {
          ...{ tenant_id: 'ten_1', level, name: id, hash: hashOfSecret(secretOf(id)), hint: 'abcd' },
          ...{ partner_id: null, business_id: 'bus_1', account_id: null, revoked_at: null, made_by },
        },
        1,
      ),
    )
  await store.commit({
    writes: [
      insertOf('user', firstRow('ten_1', user.id, { ...user, ...rights }, 1)),
      ...[key('key_writes', user.id, 'business'), key('key_reads', user.id, 'read_only')],
      ...[key('key_of_none', null, 'business'), key('key_of_unknown', 'usr_gone', 'business')],
    ],
  })
  let makerRead = Promise.resolve()
  /** A key directory that reads keys at once, and their makers once `makerRead` has resolved. */
  const get: Store['get'] = (...asked) => makerRead.then(() => store.get(...asked))
  const keys = createKeyDirectory({ ...store, get }, () => 0)
  const clock = createClock()
  const services = { store, clock, newId: createIdSource(clock.now) } as unknown as LoginServices
  const handlers = changeHandlers(services, { reportEnd: () => {} }, keys)
  const caller: Caller = { keyId: 'key_launch', tenantId: 'ten_1', level: 'tenant_admin', accountId: null }
  const change = async (by: 'users.update' | 'users.set_status', body: object) => {
    const request = { caller, params: { id: user.id }, body, idempotency: null }
    const changed = await handlers[by](
      request as unknown as HandlerRequest<'users.update'> & HandlerRequest<'users.set_status'>,
    )
    expect(changed).toMatchObject({ ok: true })
  }
  const works = async (directory = keys) => {
    const ids = ['key_writes', 'key_reads', 'key_of_none', 'key_of_unknown']
    const good = await Promise.all(ids.map((id) => isGoodKey(directory, secretOf(id))))
    return ids.filter((_, at) => good[at])
  }
  const restarted = () => works(createKeyDirectory(store, () => 0))
  const duringLook = async (work: () => Promise<void>) => {
    let readMaker = () => {}
    makerRead = new Promise((resolve) => {
      readMaker = resolve
    })
    const look = isGoodKey(keys, secretOf('key_writes'))
    await work()
    readMaker()
    await look
  }
  const listed = async () => {
    const accounts = {} as Services['accounts']
    const wholeTenant = { tenant_id: 'ten_1', level: 'tenant_admin', ...noBounds } as const
    const page = await readKeyPage({ store, accounts }, wholeTenant, {})
    if (!page.ok) throw new Error(page.error.message)
    return page.value.data.filter(({ revoked_at }) => revoked_at === null).map(({ id }) => id)
  }
  return { change, works, restarted, duringLook, listed }
}

const others = ['key_of_none', 'key_of_unknown']

describe.each(Object.entries(migratedStores))(
  'a key that its maker’s last change missed, on %s',
  (_, open) => {
    test.each([
      ['is no longer active', { status: 'INACTIVE' }, others],
      ['may only read', { role: 'READ_ONLY' }, ['key_reads', ...others]],
      ['is still an administrator', {}, ['key_writes', 'key_reads', ...others]],
    ] as const)('does what its maker may, who %s', async (__, rights, valid) => {
      const { works } = await left(open, rights)
      expect(await works()).toEqual(valid)
    })

    test.each([
      [{ status: 'INACTIVE' }, 'users.set_status', { status: 'ACTIVE' }, others],
      [{ role: 'READ_ONLY' }, 'users.update', { role: 'ADMIN' }, ['key_reads', ...others]],
      [{ role: 'READ_ONLY', status: 'INACTIVE' }, 'users.set_status', { status: 'ACTIVE' }, others],
      [{ role: 'READ_ONLY', status: 'INACTIVE' }, 'users.update', { role: 'ADMIN' }, others],
    ] as const)('does not return with the rights of its maker, %o', async (rights, by, body, valid) => {
      const { change, restarted } = await left(open, rights)
      await change(by, body)
      await change('users.update', { role: 'ADMIN' })
      await change('users.set_status', { status: 'ACTIVE' })
      expect(await restarted()).toEqual(valid)
    })

    test('does not return for a request that arrives during that change', async () => {
      const { change, works, duringLook } = await left(open, { status: 'INACTIVE' })
      await duringLook(() => change('users.set_status', { status: 'ACTIVE' }))
      expect(await works()).toEqual(others)
    })

    test('does not return for a request that arrives while its maker becomes an administrator again', async () => {
      const { change, works, duringLook } = await left(open, { role: 'READ_ONLY' })
      await duringLook(() => change('users.update', { role: 'ADMIN' }))
      expect(await works()).toEqual(['key_reads', ...others])
    })

    test('is listed as revoked', async () => {
      const { listed } = await left(open, { role: 'READ_ONLY' })
      expect((await listed()).sort()).toEqual(['key_of_none', 'key_of_unknown', 'key_reads'])
    })

    test('ends with its maker’s rights, and no other key does', async () => {
      const { change, works, restarted } = await left(open, {})
      expect(await works()).toEqual(['key_writes', 'key_reads', ...others])
      await change('users.update', { role: 'READ_ONLY' })
      expect(await works()).toEqual(['key_reads', ...others])
      await change('users.update', { role: 'ADMIN' })
      expect(await restarted()).toEqual(['key_reads', ...others])
    })
  },
)
