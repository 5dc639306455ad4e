import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { runDecision } from '../../../../src-service/commit.ts'
import { startPurging } from '../../../../src-service/idempotency/purge-idempotency.ts'
import { createClock } from '../../../../src-service/time/clock.ts'
import {
  createTimeKeeper,
  longestDeadline,
  longestStop,
  observeTime,
  type TimeMark,
  verifiedOf,
} from '../../../../src-service/time/verified-time.ts'
import { ok } from '../../../../src-shared/result.ts'
import { silentLog } from '../../../support/silent-log.ts'
import { mustOf, openPaymentsHarness, type PaymentsHarness } from '../intents/payments-harness.ts'

const hour = 3_600_000
const day = 24 * hour
const trusted = (time: number): TimeMark => ({ database_time: time, doubted: 0, doubted_since: null })

/** Sets the computer's wall clock; the monotonic clock does not change. */
function setWallClock(byMs: number): void {
  const real = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => real() + byMs)
}
afterEach(() => void vi.restoreAllMocks())

/** The service of a harness as a process starts it: first the time, then the purge. */
async function startedService(harness: PaymentsHarness, confirmed = false) {
  const steady = { now: 0 }
  const log = { ...silentLog, warn: vi.fn() }
  const services = { ...harness.services, log }
  const keepTime = createTimeKeeper({ ...services, steady: () => steady.now }, confirmed)
  const stop = await startPurging(services, keepTime)
  return { keepTime, stop, steady, log }
}

const key = { scope: 'ten acct POST /x a-key-of-ten', fingerprint: 'body', created_at: 0 }
const savedUnderKey = (harness: PaymentsHarness, reply: string) =>
  runDecision(harness.services, {
    load: async () => ok(null),
    decide: () => ok({ writes: [], events: [], reply }),
    idempotency: key,
  })
const authorized = async (harness: PaymentsHarness) => {
  const { id } = await harness.intent({ capture: false })
  mustOf(await harness.pay(id))
  return id
}

describe('the computer’s clock', () => {
  test('setting the clock 8 days ahead voids no authorization', async () => {
    const harness = await openPaymentsHarness()
    const id = await authorized(harness)
    const { keepTime, stop } = await startedService(harness)
    setWallClock(8 * day)
    await keepTime()
    await harness.repair()
    expect((await harness.read(id)).status).toBe('uncaptured')
    await stop()
  })

  test('setting the clock an hour ahead frees no idempotency key', async () => {
    const harness = await openPaymentsHarness()
    const { keepTime, stop } = await startedService(harness)
    expect(await savedUnderKey(harness, 'first')).toMatchObject({ value: { replayed: false } })
    setWallClock(hour + 60_000)
    expect(await savedUnderKey(harness, 'second')).toMatchObject({
      value: { replayed: true, body: '"first"' },
    })
    await keepTime()
    await startedService(harness)
    expect(await savedUnderKey(harness, 'third')).toMatchObject({
      value: { replayed: true, body: '"first"' },
    })
    await stop()
  })

  test("a node whose clock is ahead leaves the claims of other nodes alone, since it uses the database's time", async () => {
    const harness = await openPaymentsHarness()
    const { store } = harness.services
    const real = Date.now
    const node = {
      ...harness,
      services: { ...harness.services, store: { ...store, shared: true, now: async () => real() } },
    }
    setWallClock(2 * hour)
    await (await startedService(node)).stop()
    const claim = { ...key, created_at: real() }
    expect(await store.commit({ writes: [], idempotency: { op: 'claim', claim } })).toEqual(ok(undefined))
    await (await startedService(node)).stop()
    expect(await store.idempotencyRecord(key.scope)).toMatchObject({ answer: null })
    expect(await savedUnderKey({ ...node, services: node.services }, 'mine')).toMatchObject({ ok: true })
  })

  test("a key is free an hour after it was taken, by the sandbox's clock", async () => {
    const harness = await openPaymentsHarness()
    const { keepTime, stop } = await startedService(harness)
    await savedUnderKey(harness, 'first')
    harness.clock.advance(hour - 60_000)
    await keepTime()
    expect(await savedUnderKey(harness, 'second')).toMatchObject({ value: { replayed: true } })
    harness.clock.advance(2 * 60_000)
    await keepTime()
    expect(await savedUnderKey(harness, 'third')).toMatchObject({ value: { replayed: false } })
    await stop()
  })
})

describe('a restart', () => {
  test('a restart with a clock 8 days ahead voids nothing until a person confirms the time', async () => {
    const harness = await openPaymentsHarness()
    const id = await authorized(harness)
    await (await startedService(harness)).stop()
    setWallClock(8 * day)
    const doubting = await harness.restart(createClock())
    const { log, stop } = await startedService(doubting)
    await doubting.repair()
    expect((await doubting.read(id)).status).toBe('uncaptured')
    expect(log.warn).toHaveBeenCalledWith(
      expect.objectContaining({ ahead_ms: expect.any(Number) }),
      'clock.jump_doubted',
    )
    await stop()
    const confirmed = await doubting.restart(createClock())
    await (await startedService(confirmed, true)).stop()
    await confirmed.repair()
    expect(await confirmed.read(id)).toMatchObject({
      status: 'cancelled',
      cancellation_reason: 'authorization_expired',
    })
  })

  test('a restart after a ten-day closure expires old items once seven days have certainly passed', async () => {
    const harness = await openPaymentsHarness()
    const id = await authorized(harness)
    await (await startedService(harness)).stop()
    setWallClock(10 * day)
    const back = await harness.restart(createClock())
    const { keepTime, stop, steady } = await startedService(back)
    const passes = async (ms: number) => {
      steady.now += ms
      const now = Date.now()
      vi.spyOn(Date, 'now').mockImplementation(() => now + ms)
      await keepTime()
    }
    for (let days = 0; days < 6; days += 1) await passes(day)
    await back.repair()
    expect((await back.read(id)).status).toBe('uncaptured')
    await passes(day + hour)
    await back.repair()
    expect((await back.read(id)).status).toBe('cancelled')
    await stop()
  })

  test('a night after a ten-day closure, while the time is still doubted, the service starts and keeps its answers', async () => {
    const harness = await openPaymentsHarness()
    await (await startedService(harness)).stop()
    const before = Date.now()
    const setTo = (ms: number) => void vi.spyOn(Date, 'now').mockImplementation(() => before + ms)
    setTo(10 * day)
    const back = await harness.restart(createClock())
    const { keepTime, stop, steady } = await startedService(back)
    // The monotonic clock has fractions of a millisecond; the database's has none.
    steady.now += 60_000.4
    setTo(10 * day + 60_000)
    await savedUnderKey(back, 'first')
    await keepTime()
    await stop()
    setTo(10 * day + 14 * hour)
    const next = await back.restart(createClock())
    const again = await startedService(next)
    expect(await savedUnderKey(next, 'second')).toMatchObject({ value: { replayed: true, body: '"first"' } })
    await again.stop()
  })

  test('a restart after a night keeps the answers of the last hour for another hour', async () => {
    const harness = await openPaymentsHarness()
    const first = await startedService(harness)
    await savedUnderKey(harness, 'first')
    await first.keepTime()
    await first.stop()
    setWallClock(14 * hour)
    const next = await harness.restart(createClock())
    const { stop } = await startedService(next)
    expect(await savedUnderKey(next, 'second')).toMatchObject({ value: { replayed: true, body: '"first"' } })
    expect(next.clock.verified()).toBeGreaterThan(Date.now() - 60_000)
    await stop()
  })
})

describe('verified time', () => {
  const step = (last: TimeMark, jump: number, elapsed = 60_000) =>
    observeTime(last, { databaseTime: last.database_time + elapsed + jump, elapsed })

  test('verified time accepts the first reading, since nothing is known before it', () => {
    expect(observeTime(null, { databaseTime: 5, elapsed: 0 })).toEqual(trusted(5))
  })

  test('verified time accepts a jump of a weekend, and doubts a longer one', () => {
    expect(step(trusted(0), longestStop)).toEqual(trusted(longestStop + 60_000))
    const doubting = step(trusted(0), longestStop + 1)
    expect(verifiedOf(doubting)).toBe(60_000)
    expect(doubting.doubted).toBe(longestStop + 1)
  })

  test('verified time is again the database’s when its clock is set back', () => {
    const doubting = step(trusted(0), 8 * day)
    expect(step(doubting, -8 * day)).toEqual(trusted(120_000))
    expect(step(trusted(10 * day), -day)).toEqual(trusted(9 * day + 60_000))
  })

  test("verified time counts a shop's nights while the clock is doubted", () => {
    let mark = step(trusted(0), 10 * day)
    for (let night = 0; night < 6; night += 1) mark = step(mark, 14 * hour, 10 * hour)
    expect(verifiedOf(mark)).toBe(60_000 + 6 * day)
    expect(step(mark, 14 * hour, 10 * hour)).toEqual(trusted(mark.database_time + day))
  })

  test('verified time is never ahead of the certainly elapsed time by more than the accepted stops', () => {
    const looks = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 2 * day }), fc.integer({ min: -20 * day, max: 20 * day })),
    )
    fc.assert(
      fc.property(looks, (all) => {
        let mark = trusted(100 * day)
        for (const [elapsed, jump] of all) {
          const next = step(mark, jump, elapsed)
          const gained = verifiedOf(next) - verifiedOf(mark)
          const caughtUp = mark.doubted > 0 && next.doubted === 0
          if (!caughtUp) expect(gained).toBeLessThanOrEqual(elapsed + longestStop)
          expect(verifiedOf(next)).toBeLessThanOrEqual(next.database_time)
          expect(next.doubted).toBeGreaterThanOrEqual(0)
          mark = next
        }
      }),
    )
  })

  test('verified time is in whole milliseconds, also after a mark of a former version that has fractions', () => {
    const former = { database_time: 20 * day, doubted: 10 * day - 0.4, doubted_since: 9 * day + 0.2 }
    for (const [elapsed, jump] of [
      [60_000.4, -0.4],
      [0, 14 * hour],
      [60_000.7, 10 * day],
    ] as const) {
      const mark = observeTime(former, {
        databaseTime: Math.round(former.database_time + elapsed + jump),
        elapsed,
      })
      expect(Number.isInteger(mark.doubted)).toBe(true)
      expect(mark.doubted).toBeGreaterThanOrEqual(10 * day - 0.4)
    }
  })

  test('a doubt ends only after the longest deadline, so that nothing older can expire too early', () => {
    const doubting = step(trusted(0), 30 * day)
    const almost = step(doubting, 0, longestDeadline - 1)
    expect(almost.doubted).toBe(30 * day)
    expect(step(almost, 0, 60_001)).toEqual(trusted(almost.database_time + 60_001))
  })
})
