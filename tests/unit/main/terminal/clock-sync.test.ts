import { expect, test } from 'vitest'
import { createClockSync } from '../../../../src-main/terminal/clock-sync.ts'

const local = (day: number, hour: number) => new Date(2026, 2, day, hour)

test('the terminal clock is due after the start, then once each night at 3 o’clock', () => {
  const clock = createClockSync()
  expect(clock.isDue(local(1, 10))).toBe(true)
  clock.done(local(1, 10))
  expect(clock.isDue(local(1, 23))).toBe(false)
  expect(clock.isDue(local(2, 2))).toBe(false)
  expect(clock.isDue(local(2, 3))).toBe(true)
  clock.done(local(2, 3))
  expect(clock.isDue(local(2, 18))).toBe(false)
  expect(clock.isDue(local(5, 9))).toBe(true)
})

test('the terminal clock is due again once the counter’s own, by which it was set, turns out to have been ahead', () => {
  const clock = createClockSync()
  clock.done(local(20, 10))
  expect(clock.isDue(local(1, 12))).toBe(true)
  clock.done(local(1, 12))
  expect(clock.isDue(local(1, 13))).toBe(false)
})
