import { expect, test, vi } from 'vitest'
import { inQuietSecond } from '../../../src-shared/quiet-second.ts'

function harness() {
  vi.useFakeTimers()
  const world = { taken: 1_000_000, busy: false, acted: 0 }
  inQuietSecond({
    cpu: () => ({ user: world.taken, system: 0 }),
    isBusy: () => world.busy,
    act() {
      world.acted += 1
    },
  })
  const second = (usedMs: number): void => {
    world.taken += usedMs * 1_000
    vi.advanceTimersByTime(1_000)
  }
  return { world, second }
}

test('the action runs once, after a second with almost no processor use', () => {
  const { world, second } = harness()
  second(700)
  second(60)
  expect(world.acted).toBe(0)
  second(20)
  second(0)
  expect(world.acted).toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})

test('a second in which the counter is busy does not count as quiet', () => {
  const { world, second } = harness()
  world.busy = true
  second(5)
  expect(world.acted).toBe(0)
  world.busy = false
  second(5)
  expect(world.acted).toBe(1)
})
