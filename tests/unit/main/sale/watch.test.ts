import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWatch } from '../../../../src-main/sale/watch.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pauseMs = 2_000
const onError = (error: unknown) => {
  throw error
}

test('a watch stops its timer once its goal is reached, and starts none if it is reached already', async () => {
  let left = 2
  let looks = 0
  const look = async () => {
    looks++
    left--
  }
  startWatch({ look, pauseMs, isOver: () => left === 0, onError })
  await vi.advanceTimersByTimeAsync(10 * pauseMs)
  expect([looks, vi.getTimerCount()]).toEqual([2, 0])
  startWatch({ look, pauseMs, isOver: () => true, onError })
  await vi.advanceTimersByTimeAsync(10 * pauseMs)
  expect([looks, vi.getTimerCount()]).toEqual([2, 0])
})

test('a watch without a goal runs until it is stopped', async () => {
  let looks = 0
  const stop = startWatch({ look: async () => void looks++, pauseMs, onError })
  await vi.advanceTimersByTimeAsync(3 * pauseMs)
  expect(looks).toBe(4)
  stop()
  expect(vi.getTimerCount()).toBe(0)
})
