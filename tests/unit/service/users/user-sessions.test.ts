import { describe, expect, test } from 'vitest'
import { hashOfSecret } from '../../../../src-service/secrets/secret-hash.ts'
import type { Store } from '../../../../src-service/store/store.ts'
import { createUserSessions } from '../../../../src-service/users/user-sessions.ts'

/** Sessions in a store that counts its queries. */
function openSessions(...secrets: readonly string[]) {
  const open = new Set(secrets.map(hashOfSecret))
  let lookUps = 0
  let now = 0
  const rowOf = (hash: unknown) => ({
    ...{ id: 'ses_1', account_id: 'ten_1', version: 1 },
    document: { user_id: 'usr_1', hash, expires_at: 1_000 },
  })
  const user = { status: 'ACTIVE', role: 'ADMIN', business_id: 'bus_1', partner_id: null }
  const store = {
    list: (_kind: string, { where: [condition] }: { where: readonly { value: unknown }[] }) => {
      lookUps += 1
      return Promise.resolve(open.has(String(condition?.value)) ? [rowOf(condition?.value)] : [])
    },
    get: () => Promise.resolve({ id: 'usr_1', document: user }),
  } as unknown as Pick<Store, 'list' | 'get'>
  const sessions = createUserSessions({ store, clock: { verified: () => 0 } }, () => now)
  const tryCookies = async (count: number, address: string) => {
    const codes = new Set<string>()
    for (let at = 0; at < count; at += 1) {
      const answer = await sessions.resolve(`wrong ${at} of ${address}`, address)
      if (!answer.ok) codes.add(answer.error.code)
    }
    return codes
  }
  return {
    sessions,
    tryCookies,
    lookUps: () => lookUps,
    end: (secret: string) => open.delete(hashOfSecret(secret)),
    begin: (secret: string) => {
      open.add(hashOfSecret(secret))
      sessions.reportBegin(secret)
    },
    pass: (ms: number) => {
      now += ms
    },
  }
}

const address = '203.0.113.7'

describe('session cookies', () => {
  test('unknown session cookies of one address are looked up sixty times, then once every two seconds', async () => {
    const { tryCookies, lookUps, pass } = openSessions()
    expect(await tryCookies(1_000, address)).toEqual(new Set(['session_ended', 'rate_limited']))
    expect(lookUps()).toBe(60)
    await tryCookies(10, '198.51.100.1')
    expect(lookUps()).toBe(70)
    pass(10_000)
    await tryCookies(100, address)
    expect(lookUps()).toBe(75)
  })

  test('cookies of another format are not looked up', async () => {
    const { sessions, lookUps } = openSessions()
    expect(await sessions.resolve('', address)).toMatchObject({ error: { code: 'session_ended' } })
    expect(lookUps()).toBe(0)
  })

  test('known sessions and new ones are accepted even when others try cookies from the same address', async () => {
    const { sessions, tryCookies, begin, pass } = openSessions('of Ada', 'of Bob')
    expect(await sessions.resolve('of Ada', address)).toMatchObject({ ok: true })
    await tryCookies(100, address)
    expect(await sessions.resolve('of Ada', address)).toMatchObject({ ok: true })
    // A page sends several requests at once.
    const atOnce = await Promise.all(Array.from({ length: 6 }, () => sessions.resolve('of Ada', address)))
    expect(atOnce.every(({ ok }) => ok)).toBe(true)
    begin('of Eve')
    expect(await sessions.resolve('of Eve', address)).toMatchObject({ ok: true })
    // A session that is new to this node waits its turn, and is accepted from then on.
    expect(await sessions.resolve('of Bob', address)).toMatchObject({ error: { code: 'rate_limited' } })
    pass(2_000)
    for (let times = 0; times < 5; times += 1) {
      expect(await sessions.resolve('of Bob', address)).toMatchObject({ ok: true })
    }
  })

  test('a session that ends is refused at once, and counts as a guess from then on', async () => {
    const { sessions, end, tryCookies, lookUps } = openSessions('of Ada')
    expect(await sessions.resolve('of Ada', address)).toMatchObject({ ok: true })
    end('of Ada')
    expect(await sessions.isOpen('of Ada')).toBe(false)
    expect(await sessions.resolve('of Ada', address)).toMatchObject({ error: { code: 'session_ended' } })
    await tryCookies(100, address)
    const before = lookUps()
    expect(await sessions.resolve('of Ada', address)).toMatchObject({ error: { code: 'rate_limited' } })
    expect(lookUps()).toBe(before)
  })

  test("requests with valid sessions do not use up the address's limit for wrong ones", async () => {
    const secrets = Array.from({ length: 200 }, (_, at) => `good ${at}`)
    const { sessions } = openSessions(...secrets)
    for (const secret of secrets) expect(await sessions.resolve(secret, address)).toMatchObject({ ok: true })
  })
})
