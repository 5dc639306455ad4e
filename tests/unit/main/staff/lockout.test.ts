import { expect, test } from 'vitest'
import { createLockouts } from '../../../../src-main/staff/lockout.ts'

test('after a restart, a lock for wrong PINs runs from the start again, and no restart shortens it', () => {
  let now = 0
  const whole = createLockouts(() => now).remaining('person_1', 8)
  expect(whole).toBeGreaterThan(0)
  // The computer has been on for an hour when the app starts.
  now = 3_600_000
  const lockouts = createLockouts(() => now)
  expect(lockouts.remaining('person_1', 8)).toBe(whole)
  now += 1_000
  expect(lockouts.remaining('person_1', 8)).toBe(whole - 1_000)
  lockouts.wrong('person_1')
  expect(lockouts.remaining('person_1', 8)).toBe(whole)
  now += whole
  expect(lockouts.remaining('person_1', 8)).toBe(0)
})

test('the fifth wrong PIN locks for 30 s, each further one for twice as long, and none for more than 15 min', () => {
  const lockouts = createLockouts(() => 0)
  const seconds = [0, 4, 5, 6, 7, 9, 10, 100].map((wrong) => lockouts.remaining('person_1', wrong) / 1_000)
  expect(seconds).toEqual([0, 0, 30, 60, 120, 480, 900, 900])
})
