import { describe, expect, test } from 'vitest'
import { type AccessLevel, accessLevels } from '../../src-service/caller.ts'
import type { ApiKey, CreatedApiKey } from '../../src-shared/api/schemas/api-key.ts'
import { expectRefusal, type Request } from './support/ask.ts'
import { serviceOfFile } from './support/service-of-file.ts'

const { service, ask } = serviceOfFile()

const create = async (body: object, key = service.privateKey): Promise<CreatedApiKey> => {
  const answer = await ask('api_keys.create', { key, body: { name: 'Test', ...body } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body as CreatedApiKey
}
const refused = (body: object, key = service.privateKey) =>
  ask('api_keys.create', { key, body: { name: 'Test', ...body } })
const revoke = (id: string, changes: Request = {}) =>
  ask('api_keys.revoke', { path: `/api_keys/${id}`, ...changes })
const list = async (key: string, query = '?limit=50') => {
  const answer = await ask('api_keys.list', { key, query })
  expect(answer.status).toBe(200)
  return answer.body as { data: ApiKey[]; meta: { has_more: boolean; next_cursor?: string } }
}
const idsOf = async (key: string) => (await list(key)).data.map(({ id }) => id)

/** A body that creates a valid key of each level. */
const bodyOf = (level: AccessLevel): object => ({
  level,
  ...(level === 'partner' ? { partner_id: 'ptn_1' } : {}),
  ...(level === 'business' ? { business_id: service.businessId } : {}),
  ...(level === 'account' ? { account_id: service.accountId } : {}),
})

describe('a new key', () => {
  test.each(accessLevels)('a new key of the level %s is returned once, and works at once', async (level) => {
    const made = await create({ ...bodyOf(level), name: 'Till 2' })
    expect(made).toMatchObject({ entity: 'api_key', level, name: 'Till 2', revoked_at: null })
    expect(made.key).toMatch(level === 'public' ? /^pk_[\w-]{43}$/ : /^sk_[\w-]{43}$/)
    expect(made.hint).toBe(made.key.slice(-4))
    const answer = await ask('payment_intents.list', { key: made.key })
    if (level === 'public') expectRefusal(answer, 'public_key_not_allowed')
    else expect(answer.status).toBe(level === 'partner' ? 404 : 200)
  })

  test('a new key is stored nowhere: it is in no list and no row, and its hash is in no list', async () => {
    const { id, key } = await create({ level: 'read_only' })
    const listed = JSON.stringify((await list(service.privateKey)).data)
    expect(listed).toContain(id)
    expect(listed).not.toContain(key)
    expect(listed).not.toContain('hash')
    const row = await service.services.store.find('api_key', id)
    expect(JSON.stringify(row)).not.toContain(key)
  })

  test('a new key is a different one each time without x-idempotency-key', async () => {
    const body = { level: 'read_only', name: 'Test' }
    const first = (await ask('api_keys.create', { body })).body as CreatedApiKey
    const second = await ask('api_keys.create', { body })
    expect((second.body as CreatedApiKey).key).not.toBe(first.key)
  })
})

describe('what a key may create', () => {
  test('a key creates keys of its own level and below, never above', async () => {
    for (const own of ['partner', 'business', 'account'] as const) {
      const { key } = await create(own === 'partner' ? bodyOf('partner') : bodyOf(own))
      for (const level of accessLevels) {
        const above = accessLevels.indexOf(level) < accessLevels.indexOf(own)
        const answer = await refused({ level }, key)
        if (above) expectRefusal(answer, 'permission_denied')
        else expect(answer.status === 200 || answer.status === 400).toBe(true)
      }
    }
    for (const level of ['read_only', 'public'] as const) {
      const { key } = await create({ level })
      expectRefusal(await refused({ level }, key), ['permission_denied', 'public_key_not_allowed'])
    }
  })

  test('a limited key creates keys with the same limits', async () => {
    const { key } = await create(bodyOf('account'))
    expect(await create({ level: 'read_only' }, key)).toMatchObject({ account_id: service.accountId })
    expect(await create({ level: 'account' }, key)).toMatchObject({ account_id: service.accountId })
    const other = expectRefusal(
      await refused({ level: 'read_only', account_id: 'acct_other' }, key),
      'resource_missing',
    )
    expect(other.param).toBe('account_id')
    const business = await create(bodyOf('business'))
    expect(await create(bodyOf('account'), business.key)).toMatchObject({
      business_id: service.businessId,
      account_id: service.accountId,
    })
  })

  test.each([
    [{ level: 'account' }, 'parameter_missing', 'account_id'],
    [{ level: 'business' }, 'parameter_missing', 'business_id'],
    [{ level: 'partner' }, 'parameter_missing', 'partner_id'],
    [{ level: 'partner', partner_id: 'acme' }, 'parameter_invalid', 'partner_id'],
    [{ level: 'tenant_admin', account_id: 'acct_1' }, 'parameter_invalid', 'account_id'],
    [{ level: 'business', business_id: 'bus_1', account_id: 'acct_1' }, 'parameter_invalid', 'account_id'],
    [{ level: 'account', account_id: 'acct_nobody' }, 'resource_missing', 'account_id'],
    [{ level: 'business', business_id: 'bus_nobody' }, 'resource_missing', 'business_id'],
    [{ level: 'owner' }, 'parameter_invalid', 'level'],
    [{ level: 'read_only', name: '' }, 'parameter_invalid', 'name'],
  ] as const)('a key cannot create %j', async (body, code, param) => {
    expect(expectRefusal(await refused(body), code).param).toBe(param)
  })

  test('a key cannot be limited to an account outside the business that is named with it', async () => {
    const other = await service.makeTenant()
    for (const body of [
      { level: 'account', account_id: other.accountId },
      { level: 'read_only', account_id: service.accountId, business_id: 'bus_other' },
    ]) {
      expectRefusal(await refused(body), 'resource_missing')
    }
  })

  test('a key cannot be limited to a business that does not belong to the partner named with it', async () => {
    const partner_id = 'ptn_keys'
    const partner = await create({ level: 'partner', partner_id })
    const request = { key: partner.key, accountId: null, body: { name: 'A partner’s café' } }
    const { id: business_id } = (await ask('businesses.create', request)).body as { id: string }
    for (const level of ['business', 'read_only', 'public']) {
      const strange = await refused({ level, business_id, partner_id: 'ptn_stranger' })
      const { param, message } = expectRefusal(strange, 'resource_missing')
      expect(param).toBe('partner_id')
      expect(message).toContain(business_id)
      expect(await create({ level, business_id, partner_id })).toMatchObject({ business_id, partner_id })
    }
  })
})

describe('a list of keys', () => {
  test('a list of keys is newest first, in pages, including revoked ones', async () => {
    const made: CreatedApiKey[] = []
    for (let index = 0; index < 3; index += 1) made.push(await create({ level: 'read_only' }))
    await revoke(made[1]?.id ?? '')
    const page = await list(service.privateKey, '?limit=2')
    expect(page.data.map(({ id }) => id)).toEqual([made[2]?.id, made[1]?.id])
    expect(page.data[1]?.revoked_at).not.toBeNull()
    const next = await list(service.privateKey, `?limit=1&starting_after=${page.meta.next_cursor}`)
    expect(next.data[0]?.id).toBe(made[0]?.id)
    const back = await list(service.privateKey, `?limit=1&ending_before=${made[0]?.id}`)
    expect(back.data[0]?.id).toBe(made[1]?.id)
  })

  test('a list of keys contains the keys that the caller may manage: none above it, nor of other accounts or tenants', async () => {
    const admin = await create({ level: 'tenant_admin' })
    const account = await create(bodyOf('account'))
    const below = await create({ level: 'read_only' }, account.key)
    const wide = await create({ level: 'read_only' })
    expect(await idsOf(account.key)).toEqual(expect.arrayContaining([account.id, below.id]))
    expect(await idsOf(account.key)).not.toContain(admin.id)
    expect(await idsOf(account.key)).not.toContain(wide.id)
    const business = await create(bodyOf('business'))
    expect(await idsOf(business.key)).toEqual(expect.arrayContaining([business.id, account.id, below.id]))
    const other = await service.makeTenant()
    expect(await idsOf(other.privateKey)).toHaveLength(1)
    for (const id of [admin.id, wide.id]) {
      expectRefusal(await revoke(id, { key: account.key }), 'resource_missing')
    }
    expectRefusal(await revoke(account.id, { key: other.privateKey }), 'resource_missing')
  })
})

describe('the maker of a key', () => {
  test('keys made with a stolen key are found by it, and stay valid, since keys are rotated in this way', async () => {
    const stolen = await create(bodyOf('account'))
    const first = await create({ level: 'account' }, stolen.key)
    const second = await create({ level: 'read_only' }, first.key)
    const elsewhere = await create(bodyOf('account'))
    await revoke(stolen.id)
    const madeWith = async (id: string, key = service.privateKey) =>
      (await list(key, `?made_with=${id}&limit=50`)).data
    expect(await madeWith(stolen.id)).toEqual([expect.objectContaining({ id: first.id, made_by: null })])
    expect((await madeWith(first.id)).map(({ id, made_with }) => [id, made_with])).toEqual([
      [second.id, first.id],
    ])
    expect(await madeWith(second.id)).toEqual([])
    expect((await idsOf(first.key)).includes(elsewhere.id)).toBe(true)
    expect((await ask('payment_intents.list', { key: first.key })).status).toBe(200)
    const other = await service.makeTenant()
    expect(await madeWith(stolen.id, other.privateKey)).toEqual([])
    const body = { url: 'https://listener.example/', account_id: service.accountId }
    const made = await ask('webhook_endpoints.create', { key: first.key, body })
    expect(made.body).toMatchObject({ made_with: first.id, made_by: null })
  })
})

describe('revoking', () => {
  test('the revocation of a key takes effect at once and permanently, and a repeat changes nothing', async () => {
    const { id, key } = await create(bodyOf('account'))
    expect((await ask('payment_intents.list', { key })).status).toBe(200)
    const revoked = (await revoke(id)).body as ApiKey
    expect(revoked.revoked_at).not.toBeNull()
    expectRefusal(await ask('payment_intents.list', { key }), 'api_key_revoked')
    expect((await revoke(id)).body).toEqual(revoked)
  })

  test('the revocation of a key is not undone by concurrent requests', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { id, key } = await create(bodyOf('account'))
      const [answer] = await Promise.all([revoke(id), ask('payment_intents.list', { key })])
      expect(answer.status).toBe(200)
      expectRefusal(await ask('payment_intents.list', { key }), 'api_key_revoked')
    }
  })

  test('a key may revoke itself, but never the last one of the level tenant_admin', async () => {
    const other = await service.makeTenant()
    const asOther = { key: other.privateKey }
    const own = (await list(other.privateKey)).data[0]?.id ?? ''
    expectRefusal(await revoke(own, asOther), 'state_conflict')
    const second = await create({ level: 'tenant_admin' }, other.privateKey)
    expect((await revoke(own, asOther)).status).toBe(200)
    expectRefusal(await ask('api_keys.list', asOther), 'api_key_revoked')
    expectRefusal(await revoke(second.id, { key: second.key }), 'state_conflict')
  })

  test('of two keys that revoke each other at the same moment, one remains', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { privateKey } = await service.makeTenant()
      const [first] = (await list(privateKey)).data
      const second = await create({ level: 'tenant_admin' }, privateKey)
      const answers = await Promise.all([
        revoke(second.id, { key: privateKey }),
        revoke(first?.id ?? '', { key: second.key }),
      ])
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    }
  })
})
