import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startHealthPoll } from '../../../../src-main/terminal/health-poll.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an idle terminal is checked every 10 s, so that its key is renewed long before it runs out', async () => {
  let checks = 0
  const poll = startHealthPoll({ check: async () => void checks++, isHealthy: () => true, now: Date.now })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(checks).toBeGreaterThanOrEqual(12)
  poll.stop()
  const before = checks
  await vi.advanceTimersByTimeAsync(60_000)
  expect(checks).toBe(before)
})

test('a check that breaks down is followed by the next one', async () => {
  let checks = 0
  const check = async () => {
    checks++
    throw new Error('broken')
  }
  const poll = startHealthPoll({ check, isHealthy: () => false, now: Date.now })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(checks).toBeGreaterThan(5)
  poll.stop()
})
