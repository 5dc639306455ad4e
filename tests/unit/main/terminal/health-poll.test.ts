import { beforeEach, expect, test, vi } from 'vitest'
import { startHealthPoll } from '../../../../src-main/terminal/health-poll.ts'

beforeEach(() => void vi.useFakeTimers())
test('an idle terminal is checked every 10 s, so that its key is renewed long before it expires', async () => {
  let checks = 0
  const poll = startHealthPoll({
    check: async () => void checks++,
    isHealthy: () => true,
    isFollowed: () => true,
  })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(checks).toBeGreaterThanOrEqual(12)
  poll.stop()
  const before = checks
  await vi.advanceTimersByTimeAsync(60_000)
  expect(checks).toBe(before)
})

test('a check that fails does not end the health poll', async () => {
  let checks = 0
  const check = async () => {
    checks++
    throw new Error('broken')
  }
  const poll = startHealthPoll({ check, isHealthy: () => false, isFollowed: () => true })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(checks).toBeGreaterThan(5)
  poll.stop()
})

test('a terminal without event reports from the service is checked three times a minute', async () => {
  let checks = 0
  const poll = startHealthPoll({
    check: async () => void checks++,
    isHealthy: () => true,
    isFollowed: () => false,
  })
  await vi.advanceTimersByTimeAsync(1)
  checks = 0
  await vi.advanceTimersByTimeAsync(60_000)
  expect(checks).toBe(3)
  poll.stop()
})

test('a terminal that has been away for minutes is checked as rarely as a connected one', async () => {
  let checks = 0
  const poll = startHealthPoll({
    check: async () => void checks++,
    isHealthy: () => false,
    isFollowed: () => true,
  })
  await vi.advanceTimersByTimeAsync(310_000)
  checks = 0
  await vi.advanceTimersByTimeAsync(60_000)
  expect(checks).toBe(6)
  poll.stop()
})

test.each([2, -2])(
  'a terminal that is away is checked as before when the clock is set by %s hours',
  async (hours) => {
    let checks = 0
    const poll = startHealthPoll({
      check: async () => void checks++,
      isHealthy: () => false,
      isFollowed: () => true,
    })
    const checksIn = async (ms: number) => {
      checks = 0
      await vi.advanceTimersByTimeAsync(ms)
      return checks
    }
    expect(await checksIn(5_000)).toBeGreaterThan(8)
    vi.setSystemTime(Date.now() + hours * 3_600_000)
    expect(await checksIn(5_000)).toBeGreaterThan(8)
    await checksIn(300_000)
    expect(await checksIn(60_000)).toBe(6)
    poll.stop()
  },
)
