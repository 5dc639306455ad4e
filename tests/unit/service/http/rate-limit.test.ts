import { describe, expect, test } from 'vitest'
import { createRateLimit, rateLimitHeaders } from '../../../../src-service/http/rate-limit.ts'

const limitOf = (perSecond: number) => {
  const time = { now: 0 }
  const limit = createRateLimit(perSecond, () => time.now)
  const allowed = (count: number, key = 'one') =>
    Array.from({ length: count }, () => limit.take({ keyId: key, tenantId: key })).filter(
      ({ secondsToWait }) => secondsToWait === 0,
    ).length
  return { time, limit, allowed }
}

describe('the rate of a key', () => {
  test("a key may send a burst of one second's requests", () => {
    expect(limitOf(10).allowed(25)).toBe(10)
  })

  test('the rate of a key is replenished evenly', () => {
    const { time, allowed } = limitOf(10)
    allowed(10)
    time.now = 300
    expect(allowed(10)).toBe(3)
    time.now = 60_000
    expect(allowed(25)).toBe(10)
  })

  test('the rate of a key is not spent by another key', () => {
    const { allowed } = limitOf(10)
    allowed(10, 'one')
    expect(allowed(10, 'other')).toBe(10)
  })

  test('a refusal by the rate names how many whole seconds to wait', () => {
    const { limit, allowed } = limitOf(1)
    allowed(1)
    expect(limit.take({ keyId: 'one', tenantId: 'one' }).secondsToWait).toBe(1)
  })

  test('the rate of a key is reported with the remaining requests (IETF draft)', () => {
    const { limit } = limitOf(3)
    expect(limit.take({ keyId: 'one', tenantId: 'one' }).remaining).toBe(2)
    expect(rateLimitHeaders(3, limit.take({ keyId: 'one', tenantId: 'one' }))).toEqual({
      'ratelimit-policy': '"key";q=3;w=1',
      ratelimit: '"key";r=1;t=1',
    })
  })
})

describe('the rate of a public key', () => {
  const openLimit = () => {
    const limit = createRateLimit(10, () => 0)
    const allowed = (count: number, address: string, keyId = 'key_pk') =>
      Array.from({ length: count }, () => limit.takeOfPublic({ keyId, address })).filter(
        ({ secondsToWait }) => secondsToWait === 0,
      ).length
    return { limit, allowed }
  }

  test('one address gets half of the rate of a public key, and all addresses together all of it', () => {
    const { allowed } = openLimit()
    expect(allowed(25, '203.0.113.7')).toBe(5)
    expect(allowed(25, '203.0.113.7', 'key_other')).toBe(5)
    expect([allowed(25, '2001:db8::1'), allowed(25, '2001:db8::2'), allowed(25, '198.51.100.1')]).toEqual([
      5, 0, 0,
    ])
  })

  test('requests with public keys use up nothing of their tenant and of an account', () => {
    const { limit, allowed } = openLimit()
    for (let key = 0; key < 20; key += 1) allowed(10, `203.0.113.${key}`, `key_${key}`)
    const taken = Array.from({ length: 10 }, () => limit.take({ keyId: 'key_sk', tenantId: 'ten_1' }))
    expect(taken.every(({ secondsToWait }) => secondsToWait === 0)).toBe(true)
  })
})

describe('the rate of all keys of a tenant', () => {
  test('thirty keys of one tenant get no more requests than five keys', () => {
    const { limit } = limitOf(10)
    const requests = Array.from({ length: 30 }, (_, key) =>
      Array.from({ length: 10 }, () => limit.take({ keyId: `key_${key}`, tenantId: 'ten_1' })),
    ).flat()
    expect(requests.filter(({ secondsToWait }) => secondsToWait === 0)).toHaveLength(50)
    expect(limit.take({ keyId: 'key_x', tenantId: 'ten_2' }).secondsToWait).toBe(0)
  })

  test('an account gets the rate of one key, however many keys use it', () => {
    const { limit } = limitOf(10)
    const requests = Array.from({ length: 30 }, () => limit.takeOfAccount('acct_1'))
    expect(requests.filter(({ secondsToWait }) => secondsToWait === 0)).toHaveLength(10)
    expect(limit.takeOfAccount('acct_2').secondsToWait).toBe(0)
  })
})

describe('heavy bodies', () => {
  const one = { keyId: 'key_1', tenantId: 'ten_1' }
  const other = { keyId: 'key_2', tenantId: 'ten_1' }

  test('a heavy body keeps the heavy bodies of its key waiting, and no request', () => {
    const { time, limit, allowed } = limitOf(10)
    limit.spendOnBody(one, 25)
    expect(limit.secondsOfBodies(one)).toBe(2)
    expect(limit.secondsOfBodies({ keyId: 'key_3', tenantId: 'ten_3' })).toBe(0)
    expect(allowed(25, 'key_1')).toBe(10)
    time.now = 1_500
    expect(limit.secondsOfBodies(one)).toBe(0)
  })

  test('all keys of a tenant together may send twice as many heavy bodies as one', () => {
    const { limit } = limitOf(10)
    limit.spendOnBody(one, 15)
    expect(limit.secondsOfBodies(other)).toBe(0)
    limit.spendOnBody(other, 15)
    expect(limit.secondsOfBodies({ keyId: 'key_4', tenantId: 'ten_1' })).toBe(1)
  })

  test('one heavy body keeps others waiting for five seconds at most, however low the rate is', () => {
    const { limit } = limitOf(1)
    limit.spendOnBody(one, 100)
    expect(limit.secondsOfBodies(one)).toBeLessThanOrEqual(5)
  })
})
