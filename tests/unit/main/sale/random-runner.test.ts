import fc from 'fast-check'
import { beforeEach, expect, test, vi } from 'vitest'
import { RunnerHarness } from './runner-harness.ts'

const walks = fc.array(fc.nat(100_000_000), { minLength: 5, maxLength: 150, size: 'max' })

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))

test('after any delays, failed writes and restarts, the money taken equals the book of sales', async () => {
  await fc.assert(
    fc.asyncProperty(walks, fc.nat(1_000), async (rolls, end) => {
      const harness = new RunnerHarness()
      for (const roll of rolls) await harness.happen(roll)
      await harness.closeUp(end)
      expect(harness.violations).toEqual([])
    }),
    { numRuns: 40 },
  )
}, 240_000)

/** States of sales at the counter, of tenders, of everything beside the counter, and of returns. */
const statesThatMatter = [
  ...['checking', 'deciding', 'voiding', 'capturing', 'approved', 'declined', 'stopped'],
  ...['reading_card', 'confirming', 'adding_surcharge', 'surcharge paid', 'stopped surcharge_declined'],
  ...['stopped taken_over', 'checking taken_over'],
  ...['card paid', 'card returned', 'cash paid', 'cash returned', 'exchange paid'],
  ...['gift_card asking', 'gift_card paid', 'gift_card returned'],
  ...['tab held', 'link open', 'aside open', 'link withdrawn'],
  ...['parked checking', 'put away as charged', 'put away as not charged'],
  ...['return done', 'card part done', 'cash part done', 'exchange done', 'exchange cancelled'],
]

test('the random walk reaches all important states', async () => {
  const missing = new Set(statesThatMatter)
  let seed = 16
  for (let walk = 0; walk < 200 && missing.size > 0; walk++) {
    const harness = new RunnerHarness()
    for (let step = 0; step < 150; step++) {
      seed = (seed * 48_271) % 2_147_483_647
      await harness.happen(Math.floor(seed / 17) % 100_000_000)
    }
    for (const state of harness.reached) missing.delete(state)
  }
  expect([...missing]).toEqual([])
}, 240_000)
