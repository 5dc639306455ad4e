import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createWatch } from '../../../../src-main/terminal/health-poll.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an idle terminal is looked at every 10 s, so that its key is renewed long before it runs out', async () => {
  let looks = 0
  const watch = createWatch({ look: async () => void looks++, isWell: () => true, now: Date.now })
  await vi.advanceTimersByTimeAsync(120_000)
  expect(looks).toBeGreaterThanOrEqual(12)
  watch.stop()
  const before = looks
  await vi.advanceTimersByTimeAsync(60_000)
  expect(looks).toBe(before)
})

test('a look that breaks down is followed by the next one', async () => {
  let looks = 0
  const look = async () => {
    looks++
    throw new Error('broken')
  }
  const watch = createWatch({ look, isWell: () => false, now: Date.now })
  await vi.advanceTimersByTimeAsync(5_000)
  expect(looks).toBeGreaterThan(5)
  watch.stop()
})
