import { describe, expect, test, vi } from 'vitest'
import type { ApiKeyDocument } from '../../src-service/accounts/documents.ts'
import type { Write } from '../../src-service/store/store.ts'
import { expectRefusal, type Request } from './support/ask.ts'
import { serviceOfFile } from './support/service-of-file.ts'
import { type SignedIn, signInAgain, signInAs } from './support/sign-in.ts'

/** A sign-in to the portal as authentication (decision 57). Its rights are tested in session-access.test.ts. */
const { service, ask, must } = serviceOfFile()

let count = 0
const signIn = (user: object = {}): Promise<SignedIn> => {
  count += 1
  return signInAs(service, ask, {
    email: `ada${count}@example.com`,
    business_id: service.businessId,
    ...user,
  })
}
const withHeaders = ({ request }: Pick<SignedIn, 'request'>, headers: Record<string, string>): Request => ({
  ...request,
  headers: { ...request.headers, ...headers },
})
const without = ({ request }: Pick<SignedIn, 'request'>, ...names: readonly string[]): Request => ({
  ...request,
  headers: Object.fromEntries(Object.entries(request.headers).filter(([name]) => !names.includes(name))),
})

describe('a sign-in', () => {
  test('a sign-in shows its user, its end, and the businesses and accounts in its reach', async () => {
    const ada = await signIn()
    const current = await must('user_sessions.current', ada.request)
    expect(current).toMatchObject({
      user: { id: ada.id },
      level: 'business',
      has_more: false,
      training: true,
    })
    expect(current.businesses.map(({ id }) => id)).toEqual([service.businessId])
    expect(current.businesses[0]?.accounts.map(({ id }) => id)).toContain(service.accountId)
    expect(Date.parse(current.expires_at)).toBeGreaterThan(service.services.clock.now() + 11 * 3_600_000)
  })

  test('a sign-in of a partner reaches its businesses, including those without an account', async () => {
    const partner_id = 'ptn_sessions'
    const key = await service.makeKey('partner', { partner_id })
    const { id } = await must('businesses.create', { key, accountId: null, body: { name: 'Of a Partner' } })
    const eve = await signInAs(service, ask, { email: 'eve@example.com' }, key)
    const current = await must('user_sessions.current', eve.request)
    expect(current).toMatchObject({
      level: 'partner',
      businesses: [{ id, name: 'Of a Partner', accounts: [] }],
    })
  })

  test('a sign-in works like a key, at the same address and with the same idempotency key', async () => {
    const ada = await signIn()
    const own = { ...ada.request, accountId: service.accountId }
    const idempotent = withHeaders({ request: own }, { 'x-idempotency-key': 'paid-by-ada-once' })
    const made = await must('payment_intents.create', { ...idempotent, body: { amount: 4200 } })
    expect(await must('payment_intents.create', { ...idempotent, body: { amount: 4200 } })).toEqual(made)
    const listed = await must('payment_intents.list', ada.request)
    expect(listed.data.map(({ id }) => id)).toContain(made.id)
  })

  test('a sign-in that is sent with a key is ignored, and the key counts', async () => {
    const ada = await signIn({ role: 'READ_ONLY' })
    const both = { ...ada.request, key: service.privateKey, accountId: service.accountId }
    await must('payment_intents.create', { ...both, body: { amount: 100 } })
    expectRefusal(await ask('payment_intents.create', { ...both, key: 'sk_wrong' }), 'api_key_invalid')
    expectRefusal(await ask('user_sessions.current', both), 'permission_denied')
  })

  test('a sign-in shows its own session only; a key or an unknown client has none', async () => {
    expectRefusal(await ask('user_sessions.current'), 'permission_denied')
    expectRefusal(await ask('user_sessions.end'), 'permission_denied')
    expectRefusal(await ask('user_sessions.current', { key: null }), 'session_ended')
    expectRefusal(await ask('payment_intents.list', { key: null }), 'api_key_missing')
    const wrong = `__Host-countertop_session=${'x'.repeat(43)}`
    for (const cookie of [wrong, '__Host-countertop_session=short', '__Host-countertop_session=']) {
      expectRefusal(
        await ask('payment_intents.list', { key: null, headers: { cookie, origin: service.directUrl } }),
        'session_ended',
      )
    }
    const others = { key: null, headers: { cookie: 'theme=dark; lang=en' } }
    expectRefusal(await ask('payment_intents.list', others), 'api_key_missing')
  })

  test('a sign-in loses at once the rights that its user loses', async () => {
    const ada = await signIn()
    await must('users.list', ada.request)
    await must('users.update', { path: `/users/${ada.id}`, body: { role: 'READ_ONLY' } })
    expectRefusal(await ask('users.list', ada.request), 'permission_denied')
    const body = { amount: 100 }
    const own = { ...ada.request, accountId: service.accountId, body }
    expectRefusal(await ask('payment_intents.create', own), 'permission_denied')
    await must('payment_intents.list', ada.request)
  })
})

describe('keys and sessions that a sign-in leaves behind', () => {
  test('making a user inactive revokes the keys made by it, and the keys made with those', async () => {
    const [ada, bob] = [await signIn(), await signIn()]
    const make = async (by: Request) =>
      (await must('api_keys.create', { accountId: null, ...by, body: { level: 'business', name: 'Till' } }))
        .key
    const first = await make(ada.request)
    const second = await make({ key: first })
    const [others, nobodys] = [
      await make(bob.request),
      await service.makeKey('business', { business_id: service.businessId }),
    ]
    const list = (key: string) => ask('payment_intents.list', { key, accountId: null })
    for (const key of [first, second, others, nobodys]) expect((await list(key)).status).toBe(200)
    await must('users.set_status', { path: `/users/${ada.id}/status`, body: { status: 'INACTIVE' } })
    for (const key of [first, second]) expectRefusal(await list(key), 'api_key_revoked')
    for (const key of [others, nobodys]) expect((await list(key)).status).toBe(200)
  })

  test('making a user read-only revokes the writing keys made by it, and the keys made with those', async () => {
    const [ada, bob] = [await signIn(), await signIn()]
    const make = async (by: Request, level: string) =>
      (await must('api_keys.create', { accountId: null, ...by, body: { level, name: 'Till' } })).key
    const first = await make(ada.request, 'business')
    const second = await make({ key: first }, 'business')
    const [reading, others] = [await make(ada.request, 'read_only'), await make(bob.request, 'business')]
    const list = (key: string) => ask('payment_intents.list', { key, accountId: null })
    for (const key of [first, second, reading, others]) expect((await list(key)).status).toBe(200)
    const update = (body: object) => must('users.update', { path: `/users/${ada.id}`, body })
    await update({ last_name: 'Lovelace', role: 'ADMIN' })
    for (const key of [first, second]) expect((await list(key)).status).toBe(200)
    await update({ role: 'READ_ONLY' })
    for (const key of [first, second]) expectRefusal(await list(key), 'api_key_revoked')
    for (const key of [reading, others]) expect((await list(key)).status).toBe(200)
  })

  /** Holds commits that contain a matching write until `letGo` is called. */
  function hold(isMeant: (write: Write) => boolean) {
    const { store } = service.services
    const { commit } = store
    let arrived = () => {}
    let letGo = () => {}
    const reached = new Promise<void>((resolve) => {
      arrived = resolve
    })
    const opened = new Promise<void>((resolve) => {
      letGo = resolve
    })
    const held = vi.spyOn(store, 'commit').mockImplementation(async (set) => {
      if (set.writes.some(isMeant)) {
        arrived()
        await opened
      }
      return commit(set)
    })
    return {
      reached,
      letGo: () => {
        held.mockRestore()
        letGo()
      },
    }
  }
  const keysOf = async ({ id }: Pick<SignedIn, 'id'>) => {
    const rows = await service.services.store.list<ApiKeyDocument>('api_key', { limit: 500 })
    return rows.filter(({ document }) => document.made_by === id && document.revoked_at === null)
  }
  const body = { level: 'business', name: 'Till' }

  test.each([
    ['is made inactive', 'users.set_status', '/status', { status: 'INACTIVE' }],
    ['becomes read-only', 'users.update', '', { role: 'READ_ONLY' }],
  ] as const)('a key that is made while its user %s does not stay valid', async (_, name, rest, change) => {
    const changed = (id: string) => must(name, { path: `/users/${id}${rest}`, body: change })
    // The key is written after the change of the user, which its creation checks again.
    const ada = await signIn()
    const late = hold(({ op, kind }) => op === 'insert' && kind === 'api_key')
    const making = ask('api_keys.create', { ...ada.request, body })
    await late.reached
    await changed(ada.id)
    late.letGo()
    expectRefusal(await making, 'permission_denied')
    expect(await keysOf(ada)).toEqual([])
    // The key is written before the change of the user, which has already read the user's keys.
    const bob = await signIn()
    const early = hold(({ op, kind }) => op === 'update' && kind === 'user')
    const changing = changed(bob.id)
    await early.reached
    const { key } = await must('api_keys.create', { ...bob.request, body })
    early.letGo()
    await changing
    expect(await keysOf(bob)).toEqual([])
    expectRefusal(await ask('payment_intents.list', { key, accountId: null }), 'api_key_revoked')
  })

  test("keys and webhook endpoints name their maker, even after the user's address or status changes", async () => {
    const ada = await signIn()
    const { id, key } = await must('api_keys.create', { ...ada.request, body })
    const hook = { url: 'https://listener.example/', business_id: service.businessId }
    const endpoints = [
      await must('webhook_endpoints.create', { ...ada.request, body: hook }),
      await must('webhook_endpoints.create', { key, accountId: null, body: hook }),
    ]
    await must('users.update', { path: `/users/${ada.id}`, body: { email: `new.${ada.id}@example.com` } })
    const { data } = await must('api_keys.list', { query: `?made_by=${ada.id}` })
    expect(data).toEqual([
      expect.objectContaining({ id, made_by: ada.id, made_with: null, revoked_at: null }),
    ])
    await must('users.set_status', { path: `/users/${ada.id}/status`, body: { status: 'INACTIVE' } })
    const left = await must('webhook_endpoints.list', { query: '?limit=50' })
    expect(
      left.data
        .filter(({ made_by }) => made_by === ada.id)
        .map(({ made_with, ...one }) => [one.id, made_with])
        .sort(),
    ).toEqual([
      [endpoints[0]?.id, null],
      [endpoints[1]?.id, id],
    ])
  })

  test("changing a user's address ends the user's sessions", async () => {
    const ada = await signIn()
    const update = (body: object) => must('users.update', { path: `/users/${ada.id}`, body })
    const { email } = await update({ first_name: 'Augusta' })
    await update({ email: email.toUpperCase() })
    await must('user_sessions.current', ada.request)
    await update({ email: 'somebody.else@example.com' })
    expectRefusal(await ask('user_sessions.current', ada.request), 'session_ended')
  })
})

describe('a request by cookie', () => {
  const foreign = [
    ['another site', { origin: 'https://evil.example' }],
    ['another port of this computer', { origin: 'http://127.0.0.1:9' }],
    ['a page without an origin', { origin: 'null' }],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }],
    ['another site by its sec-fetch-site header', { 'sec-fetch-site': 'cross-site' }],
    ['the address bar', { 'sec-fetch-site': 'none' }],
  ] as const
  test.each(foreign)(
    'a request by cookie is refused from %s, for reading and writing',
    async (_, headers) => {
      const ada = await signIn()
      for (const name of ['payment_intents.list', 'payment_intents.search', 'user_sessions.end'] as const) {
        const refused = expectRefusal(await ask(name, withHeaders(ada, headers)), 'permission_denied')
        expect(['origin', 'sec-fetch-site']).toContain(refused.param)
      }
      await must('user_sessions.current', ada.request)
    },
  )

  test('a request by cookie that changes something must name its origin', async () => {
    const ada = await signIn()
    const silent = without(ada, 'origin')
    expectRefusal(await ask('user_sessions.end', silent), 'permission_denied')
    expectRefusal(await ask('api_keys.create', silent), 'permission_denied')
    await must('user_sessions.current', silent)
    await must('user_sessions.current', without(ada, 'origin', 'sec-fetch-site'))
  })

  test('a request by cookie must have a JSON body or none', async () => {
    const ada = await signIn()
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      const posted = withHeaders(ada, { 'content-type': type })
      const body = '{"level":"business","name":"Forged"}'
      expectRefusal(await ask('api_keys.create', { ...posted, body }), 'content_type_unsupported')
    }
  })
})

describe('a session', () => {
  const isOver = async ({ request }: Pick<SignedIn, 'request'>) => {
    for (const name of ['user_sessions.current', 'payment_intents.list', 'users.create'] as const) {
      expectRefusal(await ask(name, request), 'session_ended')
    }
  }

  test('a session ends at once with a sign-out, and no other session does', async () => {
    const here = await signIn()
    const there = await signInAgain(service, ask, here.id)
    const answer = await ask('user_sessions.end', here.request)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie')).toMatch(
      /^__Host-countertop_session=; Path=\/; Max-Age=0; Secure; HttpOnly; SameSite=Strict$/,
    )
    await isOver(here)
    await must('user_sessions.current', there.request)
  })

  test('a session ends when its user signs out everywhere, even a read-only user', async () => {
    const here = await signIn({ role: 'READ_ONLY' })
    const there = await signInAgain(service, ask, here.id)
    const other = await signIn()
    await must('user_sessions.end', { ...here.request, query: '?everywhere=true' })
    await isOver(here)
    await isOver(there)
    await must('user_sessions.current', other.request)
  })

  test.each([
    ['is signed out everywhere by another user', 'users.sign_out', '/sign_out', undefined],
    ['is made inactive', 'users.set_status', '/status', { status: 'INACTIVE' }],
  ] as const)('a session ends at once when its user %s', async (_, operation, rest, body) => {
    const admin = await signIn()
    const ada = await signIn()
    const request = {
      ...admin.request,
      path: `/users/${ada.id}${rest}`,
      ...(body === undefined ? {} : { body }),
    }
    await must(operation, request)
    await isOver(ada)
    await must('user_sessions.current', admin.request)
  })

  test('a session ends when its browser signs in again, even as another user, and no other session does', async () => {
    const [ada, bob] = [await signIn(), await signIn()]
    const elsewhere = await signInAgain(service, ask, ada.id)
    const second = await signInAgain(service, ask, bob.id, ada.request)
    await isOver(ada)
    for (const open of [second, elsewhere, bob]) await must('user_sessions.current', open.request)
    const third = await signInAgain(service, ask, bob.id, second.request)
    await isOver(second)
    await must('user_sessions.current', third.request)
  })

  test('a session continues when an invalid login link is tried in its browser', async () => {
    const ada = await signIn()
    const token = 'x'.repeat(43)
    expectRefusal(await ask('user_sessions.create', { ...ada.request, body: { token } }), 'resource_missing')
    await must('user_sessions.current', ada.request)
  })

  test('a missing session always gets the same answer, whatever the reason', async () => {
    const over = await signIn()
    await must('user_sessions.end', over.request)
    const origin = { origin: service.directUrl }
    const answers = [
      await ask('user_sessions.current', { key: null }),
      await ask('user_sessions.current', over.request),
      await ask('payment_intents.list', over.request),
      await ask('user_sessions.current', {
        key: null,
        headers: { ...origin, cookie: '__Host-countertop_session=short' },
      }),
    ]
    const messages = answers.map((answer) => expectRefusal(answer, 'session_ended').message)
    expect(new Set(messages).size).toBe(1)
  })

  test('a session ends after 12 hours', async () => {
    const ada = await signIn()
    service.services.clock.advance(12 * 3_600_000 - 60_000)
    await must('user_sessions.current', ada.request)
    service.services.clock.advance(60_000)
    await isOver(ada)
  })

  test('the end of a session also ends the stream that it opened', async () => {
    const ada = await signIn()
    const hsn = 'VT-STREAM'
    await must('sandbox.virtual_terminals.create', { body: { hsn } })
    const { session_key } = await must('terminals.connect', { body: { hsn } })
    const terminal = { 'x-session-key': session_key }
    const stream = await fetch(`${service.directUrl}/terminals/processor/events?hsn=${hsn}`, {
      headers: { ...ada.request.headers, ...terminal, 'x-account-id': service.accountId },
    })
    expect(stream.status).toBe(200)
    await must('user_sessions.end', ada.request)
    // Later events are not sent: the stream ends instead.
    const text = 'Not for Ada'
    await must('terminals.display', { headers: terminal, body: { hsn, text } })
    expect(await stream.text()).not.toContain(text)
  })
})
