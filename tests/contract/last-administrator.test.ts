import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../support/embedded-postgres.ts'
import { type Ask, createAsk, type Request } from './support/ask.ts'
import { type RunningService, startService } from './support/running-service.ts'
import { signInAs } from './support/sign-in.ts'

/** Decision 53: a business, and a partner, must keep an administrator who can sign in. */
describe.each(['SQLite', 'PostgreSQL'] as const)('the last administrator, on %s', (engine) => {
  let server: TestServer | null = null
  let service: RunningService
  let ask: Ask
  let count = 0
  beforeAll(async () => {
    if (engine === 'PostgreSQL') server = await startTestServer()
    const database = server === null ? {} : { databaseUrl: await server.createDatabase() }
    service = await startService(undefined, database)
    ask = createAsk(service)
  })
  afterAll(async () => {
    await service.stop()
    await server?.stop()
  })

  const partner = async () => {
    count += 1
    const partner_id = `ptn_last_${count}`
    return { partner_id, key: await service.makeKey('partner', { partner_id }) }
  }
  const signIn = (key: string, change: object = {}) => {
    count += 1
    return signInAs(service, ask, { email: `ada${count}@example.com`, ...change }, key)
  }
  const business = async () => {
    const { key } = await partner()
    const made = await ask('businesses.create', { key, accountId: null, body: { name: 'Of a Partner' } })
    const { id } = made.body as { readonly id: string }
    return { partnerKey: key, id, key: await service.makeKey('business', { business_id: id }) }
  }
  const turnOff = (by: Request, id: string, status = 'INACTIVE') =>
    ask('users.set_status', { ...by, path: `/users/${id}/status`, body: { status } })
  const mayOnlyLook = (by: Request, id: string) =>
    ask('users.update', { ...by, path: `/users/${id}`, body: { role: 'READ_ONLY' } })
  const refused = (param: string) => ({ status: 409, body: { error: { code: 'last_administrator', param } } })

  test('the last administrator of a partner can neither be made inactive nor read-only', async () => {
    const { key } = await partner()
    const ada = await signIn(key)
    await signIn(key, { role: 'READ_ONLY' })
    expect(await turnOff(ada.request, ada.id)).toMatchObject(refused('status'))
    expect(await mayOnlyLook(ada.request, ada.id)).toMatchObject(refused('role'))
    expect(await turnOff({ key, accountId: null }, ada.id)).toMatchObject(refused('status'))
    const bob = await signIn(key)
    expect((await turnOff(ada.request, bob.id)).status).toBe(200)
    expect(await mayOnlyLook(ada.request, ada.id)).toMatchObject(refused('role'))
    expect((await turnOff(ada.request, bob.id, 'ACTIVE')).status).toBe(200)
    expect((await mayOnlyLook(ada.request, ada.id)).status).toBe(200)
  })

  test('administrators of the partner, or of another business, do not count for a business', async () => {
    const shop = await business()
    const ada = await signIn(shop.key)
    await signIn(shop.partnerKey)
    await signIn((await business()).key)
    expect(await turnOff(ada.request, ada.id)).toMatchObject(refused('status'))
    expect(
      (await ask('users.update', { ...ada.request, path: `/users/${ada.id}`, body: { first_name: 'Eve' } }))
        .status,
    ).toBe(200)
  })

  test('a key of a higher level may remove the last administrator, since it can create the next one', async () => {
    const shop = await business()
    const ada = await signIn(shop.key)
    const by = { key: shop.partnerKey, accountId: null }
    expect((await turnOff(by, ada.id)).status).toBe(200)
    expect((await turnOff(by, ada.id, 'ACTIVE')).status).toBe(200)
  })

  test('when two administrators remove each other’s rights at the same moment, one remains', async () => {
    const { key } = await partner()
    for (let round = 0; round < 5; round += 1) {
      const [ada, bob] = [await signIn(key), await signIn(key)]
      // Only these two are administrators: those of earlier rounds were made inactive by the tenant.
      const answers = await Promise.all([
        turnOff({ key, accountId: null }, ada.id),
        mayOnlyLook({ key, accountId: null }, bob.id),
      ])
      const users = await Promise.all(
        [ada, bob].map(({ id }) => ask('users.get', { key, accountId: null, path: `/users/${id}` })),
      )
      const left = users.filter(({ body }) => {
        const { role, status } = body as { readonly role: string; readonly status: string }
        return role === 'ADMIN' && status === 'ACTIVE'
      })
      expect([left.length, answers.map(({ status }) => status).toSorted()]).toEqual([1, [200, 409]])
      for (const { id } of [ada, bob]) await turnOff({ accountId: null }, id)
    }
  })
})
