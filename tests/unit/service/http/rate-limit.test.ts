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
