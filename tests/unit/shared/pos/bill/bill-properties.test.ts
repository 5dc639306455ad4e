import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BillHarness } from './bill-harness.ts'
import { ExchangeHarness } from './exchange-harness.ts'

const walks = fc.array(fc.nat(10_000_000), { minLength: 5, maxLength: 150, size: 'max' })

/** Three tabs, one ended and unpaid, another paid elsewhere: this walk once never ended. */
const threeTabs = [
  ...[3706700, 6762140, 704340, 1112040, 4740, 21240, 1097440, 4645640, 0, 4539140, 3303700, 4754140],
  ...[8133840, 4458240, 4572300, 4493892, 214900, 6849040, 7969440, 3815740, 2981500, 1189700, 8210400],
  ...[3060100, 2196800, 0, 0, 0, 0, 0],
]

test('after any declines, lost answers, undone bills and power failures, drawer and cards hold exactly what is owed', () => {
  fc.assert(
    fc.property(walks, fc.constantFrom(1, 5), fc.boolean(), fc.nat(1_000), (rolls, step, hasLinks, end) => {
      const harness = new BillHarness(step, hasLinks)
      for (const roll of rolls) harness.happen(roll)
      harness.closeUp(end)
      expect(harness.violations).toEqual([])
    }),
    { numRuns: 800, examples: [[threeTabs, 1, false, 105]] },
  )
})

test('returned goods pay for at most one bill, even when the power fails between the two records', () => {
  const worth = fc.constantFrom(1_200, 6_003, 8_000)
  fc.assert(
    fc.property(walks, worth, fc.boolean(), fc.nat(1_000), (rolls, cents, hasLinks, end) => {
      const harness = new ExchangeHarness(1, hasLinks, cents)
      for (const roll of rolls) harness.happen(roll)
      harness.closeUp(end)
      harness.checkExchanges()
      expect(harness.violations).toEqual([])
    }),
    { numRuns: 800 },
  )
})

test('the random walk over exchanges reaches every way that an exchange can end', () => {
  const reached = new Set<string>()
  let seed = 11
  for (let walk = 0; walk < 200; walk++) {
    const harness = new ExchangeHarness(1, false, walk % 2 === 0 ? 1_200 : 8_000)
    for (let step = 0; step < 100; step++) {
      seed = (seed * 48_271) % 2_147_483_647
      harness.happen(seed % 10_000_000)
    }
    harness.closeUp(walk)
    harness.checkExchanges()
    for (const state of harness.reached) reached.add(state)
  }
  for (const state of ['exchanged', 'cancelled', 'waits', 'exchange paid']) expect(reached).toContain(state)
})

test('the random walk over bills reaches all important states', () => {
  const reached = new Set<string>()
  const numbers: string[] = []
  let seed = 11
  for (let walk = 0; walk < 260; walk++) {
    const harness = new BillHarness(1, walk >= 210)
    for (let step = 0; step < 150; step++) {
      seed = (seed * 48_271) % 2_147_483_647
      harness.happen(seed % 10_000_000)
    }
    for (const state of harness.reached) reached.add(state)
    numbers.push(...harness.closed.map(({ number }) => number))
  }
  for (const state of ['open', 'undoing', 'paid', 'three tenders', 'checking', 'deciding', 'voiding']) {
    expect(reached).toContain(state)
  }
  for (const state of [
    'capturing',
    'tab unknown',
    'tab held',
    'tab ended',
    'tab captured',
    'parked capturing',
  ]) {
    expect(reached).toContain(state)
  }
  for (const state of [
    'link creating',
    'link open',
    'link expired',
    'link withdrawn',
    'link not_made',
    'aside open',
    'aside paid',
    'aside expired',
    'paid by link',
  ]) {
    expect(reached).toContain(state)
  }
  for (const because of ['partial', 'part_returned', 'captured_elsewhere']) {
    expect(reached).toContain(`deciding ${because}`)
  }
  expect(numbers).toContain('KT1003')
})
