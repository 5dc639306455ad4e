import fc from 'fast-check'
import { expect, test } from 'vitest'
import { SaleHarness } from './sale-harness.ts'

const walks = fc.array(fc.nat(1_000_000), { minLength: 5, maxLength: 200, size: 'max' })

test('after any lost answers, cancels, key presses and restarts, no payment is lost, doubled or guessed', () => {
  fc.assert(
    fc.property(walks, (rolls) => {
      const harness = new SaleHarness()
      for (const roll of rolls) harness.happen(roll)
      expect(harness.violations).toEqual([])
    }),
    { numRuns: 1300 },
  )
})

test('once network and customer work again, every look-up ends with a definite outcome', () => {
  fc.assert(
    fc.property(walks, (rolls) => {
      const harness = new SaleHarness()
      for (const roll of rolls) harness.happen(roll)
      harness.calmDown()
      expect(harness.violations).toEqual([])
      for (const { kind } of [harness.state, ...harness.parked.map(({ state }) => state)]) {
        expect(['checking', 'voiding', 'authorizing']).not.toContain(kind)
      }
    }),
    { numRuns: 500 },
  )
})

test('the random walk reaches all important states', () => {
  const reached = new Set<string>()
  let seed = 7
  for (let walk = 0; walk < 500; walk++) {
    const harness = new SaleHarness()
    for (let step = 0; step < 150; step++) {
      seed = (seed * 48_271) % 2_147_483_647
      harness.happen(seed % 1_000_000)
      reached.add(harness.state.kind)
      if (harness.state.kind === 'authorizing') reached.add(`authorizing, asked: ${harness.state.asked}`)
      for (const { state } of harness.parked) reached.add(`parked ${state.kind}`)
    }
  }
  for (const kind of ['checking', 'deciding', 'approved', 'declined', 'stopped', 'voiding']) {
    expect(reached).toContain(`parked ${kind}`)
  }
  for (const kind of ['reading_card', 'confirming', 'adding_surcharge']) expect(reached).toContain(kind)
  for (const asked of ['skip_signature', 'void']) expect(reached).toContain(`authorizing, asked: ${asked}`)
  for (const kind of ['checking', 'declined', 'deciding', 'voiding', 'approved', 'stopped', 'adding_tip']) {
    expect(reached).toContain(kind)
  }
})
