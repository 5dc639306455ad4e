import { describe, expect, test } from 'vitest'
import type { User } from '../../src-shared/api/schemas/user.ts'
import { expectRefusal, type Request } from './support/ask.ts'
import { serviceOfFile } from './support/service-of-file.ts'

const { service, ask, must } = serviceOfFile()

let count = 0
const bodyOf = (change: object = {}) => {
  count += 1
  return {
    ...{
      first_name: 'Ada',
      last_name: 'King',
      email: `ada${count}@example.com`,
      business_id: service.businessId,
    },
    ...change,
  }
}
const create = (change: object = {}, request: Request = {}) =>
  must('users.create', { ...request, body: bodyOf(change) })
const pathOf = ({ id }: Pick<User, 'id'>, rest = '') => `/users/${id}${rest}`
const linkFor = async ({ id }: Pick<User, 'id'>) => {
  const made = await must('users.login_url', { path: `/v1/users/${id}/login_url` })
  return { ...made, token: made.login_url.split('#')[1] ?? '' }
}
const signIn = (token: string) => ask('user_sessions.create', { key: null, body: { token } })

describe('a user', () => {
  test('a user belongs to a business, is active, and is found by e-mail, type and business', async () => {
    const user = await create({ email: 'Grace@Example.com' })
    expect(user).toMatchObject({
      ...{ email: 'grace@example.com', type: 'BUSINESS', status: 'ACTIVE', role: 'ADMIN' },
      ...{ business_id: service.businessId, last_sign_in: null },
    })
    expect(await must('users.get', { path: pathOf(user) })).toEqual(user)
    for (const query of [
      'email=GRACE%40example.com',
      `business_id=${service.businessId}&type=BUSINESS&limit=1`,
    ]) {
      expect((await must('users.list', { query: `?${query}` })).data).toContainEqual(user)
    }
    expect((await must('users.list', { query: '?type=PARTNER' })).data).not.toContainEqual(user)
  })

  test("a user's name, e-mail and role can be changed, and its e-mail address is unique in its business", async () => {
    const first = await create()
    const user = await create()
    const changed = await must('users.update', {
      path: pathOf(user),
      body: { first_name: 'Augusta', role: 'READ_ONLY' },
    })
    expect(changed).toMatchObject({ first_name: 'Augusta', last_name: 'King', role: 'READ_ONLY' })
    const taken = { email: first.email.toUpperCase() }
    const refused = await ask('users.update', { path: pathOf(user), body: taken })
    expect(expectRefusal(refused, 'state_conflict').param).toBe('email')
    expectRefusal(await ask('users.create', { body: bodyOf(taken) }), 'state_conflict')
    await must('users.update', { path: pathOf(first), body: taken })
  })

  test("a user of a partner is created with the partner's key, and is not visible to the partner's businesses", async () => {
    const partner = await service.makeKey('partner', { partner_id: 'ptn_users' })
    const { business_id: _, ...body } = bodyOf()
    const user = await must('users.create', { key: partner, body })
    expect(user).toMatchObject({ type: 'PARTNER', partner_id: 'ptn_users', business_id: null })
    const business = await service.makeKey('business', { business_id: service.businessId })
    expectRefusal(await ask('users.get', { key: business, path: pathOf(user) }), 'resource_missing')
    const own = await must('users.create', { key: business, body: { ...body, email: 'own@example.com' } })
    expect(own.business_id).toBe(service.businessId)
    const page = await must('users.list', { key: business, query: '?limit=50' })
    expect(page.data.every(({ business_id }) => business_id === service.businessId)).toBe(true)
  })

  test('a new user belongs to the business in x-business-id, whatever else the key reaches', async () => {
    const partner = await service.makeKey('partner', { partner_id: 'ptn_users' })
    const { id } = await must('businesses.create', { key: partner, body: { name: 'A partner’s café' } })
    const { business_id: __, ...another } = bodyOf()
    const request = { key: partner, accountId: null, headers: { 'x-business-id': id } }
    expect(await must('users.create', { ...request, body: another })).toMatchObject({
      ...{ type: 'BUSINESS', business_id: id },
    })
    const headers = { 'x-business-id': service.businessId }
    const { business_id: _, ...body } = bodyOf()
    const made = await must('users.create', { accountId: null, headers, body })
    expect(made).toMatchObject({ type: 'BUSINESS', business_id: service.businessId })
    const both = await ask('users.create', { ...request, body: bodyOf({ business_id: 'bus_other' }) })
    expect(expectRefusal(both, 'parameter_invalid').param).toBe('business_id')
    const beyond = await ask('users.create', { ...request, headers, body: another })
    expect(expectRefusal(beyond, 'resource_missing').param).toBe('x-business-id')
  })

  test('a key and a webhook endpoint are also limited to the business in x-business-id', async () => {
    const partner = await service.makeKey('partner', { partner_id: 'ptn_narrowing' })
    const { id } = await must('businesses.create', { key: partner, body: { name: 'A partner’s bakery' } })
    const request = { key: partner, accountId: null, headers: { 'x-business-id': id } }
    const key = { level: 'read_only', name: 'For the bakery' } as const
    const endpoint = { url: 'https://bakery.example/hooks' }
    const narrowed = { partner_id: 'ptn_narrowing', business_id: id }
    expect(await must('api_keys.create', { ...request, body: key })).toMatchObject(narrowed)
    expect(await must('webhook_endpoints.create', { ...request, body: endpoint })).toMatchObject(narrowed)
    const other = { business_id: 'bus_other' }
    for (const answer of [
      await ask('api_keys.create', { ...request, body: { ...key, ...other } }),
      await ask('webhook_endpoints.create', { ...request, body: { ...endpoint, ...other } }),
      // A key of the level partner cannot be limited to a business.
      await ask('api_keys.create', { ...request, body: { ...key, level: 'partner' } }),
    ]) {
      const { param, message } = expectRefusal(answer, 'parameter_invalid')
      expect(param).toBe('business_id')
      // A client that sent only the header is not asked to remove a field that it did not send.
      expect(message).toContain('x-business-id')
    }
  })
})

test('a request that is limited to another business lists no users of this business', async () => {
  const { id: other } = await must('businesses.create', { body: { name: 'Another Café' } })
  const user = await create()
  const theirs = await create({ business_id: other })
  const list = async (query: string) => {
    const request = { accountId: null, query, headers: { 'x-business-id': service.businessId } }
    return (await must('users.list', request)).data.map(({ id }) => id)
  }
  expect(await list('?limit=50')).toContain(user.id)
  expect(await list('?limit=50')).not.toContain(theirs.id)
  expect(await list(`?limit=50&business_id=${other}`)).toEqual([])
})

describe('a login link', () => {
  test('a login link is mailed and returned, signs in once, and is stored as a hash', async () => {
    const user = await create()
    const link = await linkFor(user)
    expect(link.mailed).toBe(true)
    expect(link.login_url).toMatch(/\/portal\/sign-in#[A-Za-z0-9_-]{43}$/)
    const outbox = await must('sandbox.outbox', { accountId: null })
    const mail = outbox.data.find(({ to }) => to.includes(user.email))
    expect(JSON.stringify(mail)).toContain(link.token)
    const answer = await signIn(link.token)
    expect(answer.status).toBe(200)
    const cookie = answer.headers.get('set-cookie') ?? ''
    expect(cookie).toMatch(
      /^__Host-countertop_session=[\w-]{43}; Path=\/; Max-Age=43200; Secure; HttpOnly; SameSite=Strict$/,
    )
    expect((await must('users.get', { path: pathOf(user) })).last_sign_in).not.toBeNull()
    expectRefusal(await signIn(link.token), 'resource_missing')
    const secret = /=([\w-]{43})/.exec(cookie)?.[1] ?? 'none'
    for (const kind of ['user', 'user_session'] as const) {
      const rows = JSON.stringify(await service.services.store.list(kind, { limit: 200 }))
      expect(rows).not.toContain(link.token)
      expect(rows).not.toContain(secret)
    }
  })

  test('a login link that is used twice at once signs in one of the two', async () => {
    const { token } = await linkFor(await create())
    const answers = await Promise.all([signIn(token), signIn(token), signIn(token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
  })

  test('a login link returns its cookie once, even when a request repeats an idempotency key', async () => {
    const { token } = await linkFor(await create())
    const repeated = {
      key: null,
      body: { token },
      headers: { 'x-idempotency-key': 'one-key-for-two-sign-ins' },
    }
    const first = await ask('user_sessions.create', repeated)
    expect(first.headers.get('set-cookie')).toContain('__Host-countertop_session=')
    const again = await ask('user_sessions.create', repeated)
    expectRefusal(again, 'resource_missing')
    expect(again.headers.get('set-cookie')).toBeNull()
  })

  test('a login link stays valid when an active user is made active again', async () => {
    const user = await create()
    const { token } = await linkFor(user)
    await must('users.set_status', { path: pathOf(user, '/status'), body: { status: 'ACTIVE' } })
    expect((await signIn(token)).status).toBe(200)
  })

  test('a login link of a business without an account is in the outbox of keys that reach the business', async () => {
    const { id: business_id } = await must('businesses.create', { body: { name: 'New Café' } })
    const user = await create({ business_id })
    const { token } = await linkFor(user)
    const outbox = async (key: string) =>
      JSON.stringify(await must('sandbox.outbox', { key, accountId: null }))
    expect(await outbox(service.privateKey)).toContain(token)
    expect(await outbox(await service.makeKey('business', { business_id }))).toContain(token)
    const other = await service.makeKey('account', { account_id: service.accountId })
    expect(await outbox(other)).not.toContain(token)
  })

  test("a login link of a partner’s own user is only in that partner's outbox", async () => {
    const key = await service.makeKey('partner', { partner_id: 'ptn_links' })
    const user = await create({ business_id: undefined }, { key })
    expect(user.partner_id).toBe('ptn_links')
    const { token } = await linkFor(user)
    const outbox = async (one: string) =>
      JSON.stringify(await must('sandbox.outbox', { key: one, accountId: null }))
    expect(await outbox(key)).toContain(token)
    expect(await outbox(await service.makeKey('partner', { partner_id: 'ptn_other' }))).not.toContain(token)
  })

  test('a login link of a business is not in the outbox of a key that reaches only one of its accounts', async () => {
    const { token } = await linkFor(await create())
    const isShown = async (level: 'account' | 'business', bounds: object) => {
      const key = await service.makeKey(level, bounds)
      const { data } = await must('sandbox.outbox', { key, accountId: null })
      return data.some(({ text }) => text.includes(token))
    }
    expect(await isShown('business', { business_id: service.businessId })).toBe(true)
    expect(await isShown('account', { account_id: service.accountId })).toBe(false)
  })

  test('a login link is void after 15 minutes, when a newer one is made, and when the address changes', async () => {
    const user = await create()
    const old = await linkFor(user)
    const fresh = await linkFor(user)
    expectRefusal(await signIn(old.token), 'resource_missing')
    service.services.clock.advance(15 * 60_000)
    expectRefusal(await signIn(fresh.token), 'resource_missing')
    const mailed = await linkFor(user)
    await must('users.update', { path: pathOf(user), body: { email: 'elsewhere@example.com' } })
    expectRefusal(await signIn(mailed.token), 'resource_missing')
  })

  test('a login link is not made for an inactive user, nor more than ten times in an hour', async () => {
    const user = await create()
    const status = (to: string) =>
      must('users.set_status', { path: pathOf(user, '/status'), body: { status: to } })
    const open = await linkFor(user)
    expect((await status('INACTIVE')).user.status).toBe('INACTIVE')
    expectRefusal(await signIn(open.token), 'resource_missing')
    const path = `/v1/users/${user.id}/login_url`
    expectRefusal(await ask('users.login_url', { path }), 'state_conflict')
    await status('ACTIVE')
    for (let made = 1; made < 10; made += 1) await linkFor(user)
    expectRefusal(await ask('users.login_url', { path }), 'rate_limited')
    service.services.clock.advance(3_600_000)
    await linkFor(user)
  })
})

describe('a session', () => {
  const sessionsOf = async ({ id }: User) => {
    const where = [{ column: 'user_id', is: '=', value: id }] as const
    return service.services.store.list('user_session', { where, limit: 50 })
  }

  test.each([
    ['is signed out everywhere', 'users.sign_out', '/sign_out', undefined],
    ['is made inactive', 'users.set_status', '/status', { status: 'INACTIVE' }],
  ] as const)(
    'a session ends, with all others of its user, when the user %s',
    async (_, operation, rest, body) => {
      const user = await create()
      const other = await create()
      for (const one of [user, user, other])
        expect((await signIn((await linkFor(one)).token)).status).toBe(200)
      expect(await sessionsOf(user)).toHaveLength(2)
      await must(operation, { path: pathOf(user, rest), ...(body === undefined ? {} : { body }) })
      expect(await sessionsOf(user)).toEqual([])
      expect(await sessionsOf(other)).toHaveLength(1)
    },
  )

  test('an ended session is removed at the next sign-in', async () => {
    const user = await create()
    await signIn((await linkFor(user)).token)
    service.services.clock.advance(12 * 3_600_000)
    await signIn((await linkFor(user)).token)
    expect(await sessionsOf(user)).toHaveLength(1)
  })
})

test('wrong sign-ins are limited per address, and do not block a right one', async () => {
  const { token } = await linkFor(await create())
  const answers: Awaited<ReturnType<typeof signIn>>[] = []
  // On a slow machine a guess is allowed again from time to time, so the last one need not be refused.
  for (let index = 0; index < 80; index += 1) answers.push(await signIn(`guess-${index}`))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([404, 429]))
  for (const answer of answers) if (answer.status === 429) expectRefusal(answer, 'rate_limited')
  expect((await signIn(token)).status).toBe(200)
})
