import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { RunnerHarness } from './runner-harness.ts'

const walks = fc.array(fc.nat(100_000_000), { minLength: 5, maxLength: 150, size: 'max' })

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

test('whatever is late, not written or switched off, what was taken is what the book of sales says', async () => {
  await fc.assert(
    fc.asyncProperty(walks, fc.nat(1_000), async (rolls, end) => {
      const harness = new RunnerHarness()
      for (const roll of rolls) await harness.happen(roll)
      await harness.closeUp(end)
      expect(harness.violations).toEqual([])
    }),
    { numRuns: 80 },
  )
}, 240_000)

test('the walk reaches the states that matter', async () => {
  const reached = new Set<string>()
  let seed = 11
  for (let walk = 0; walk < 60; walk++) {
    const harness = new RunnerHarness()
    for (let step = 0; step < 150; step++) {
      seed = (seed * 48_271) % 2_147_483_647
      await harness.happen(Math.floor(seed / 17) % 100_000_000)
    }
    for (const state of harness.reached) reached.add(state)
  }
  for (const state of ['checking', 'deciding', 'voiding', 'capturing', 'approved', 'declined', 'stopped'])
    expect(reached).toContain(state)
  for (const state of ['card paid', 'card returned', 'cash paid', 'cash returned'])
    expect(reached).toContain(state)
  for (const state of [
    'gift_card asking',
    'gift_card paid',
    'gift_card returned',
    'tab held',
    'parked checking',
    'link open',
    'aside open',
    'link withdrawn',
  ])
    expect(reached).toContain(state)
}, 240_000)
