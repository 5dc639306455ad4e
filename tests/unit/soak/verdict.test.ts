import { describe, expect, test } from 'vitest'
import type { Sample } from '../../soak/memory.ts'
import { droppedOf, filesOf, growthOf, slopeOf } from '../../soak/verdict.ts'

const limits = { memory: 600, things: 0.01, frames: 1 }
const system = { pss: 100, rss: 200, openFiles: 40 }

const sample = (sales: number, changes: Partial<Sample> = {}): Sample => ({
  sales,
  main: { heap: 16e6, outside: 1e6, timers: 3, handles: 9 },
  service: { heap: 15e6, outside: 1e6, timers: 5, handles: 12 },
  window: { heap: 8e6, nodes: 380, listeners: 200 },
  mainListeners: 30,
  system: { main: system, service: system, window: system },
  files: {},
  ...changes,
})

/** Ten samples, 100 sales apart, with small variations. */
const samples = (changesAt: (sales: number) => Partial<Sample>): readonly Sample[] =>
  Array.from({ length: 10 }, (_, index) => sample(100 * index, changesAt(100 * index)))

const beyond = (all: readonly Sample[]) =>
  growthOf(all, limits)
    .filter(({ isBeyond }) => isBeyond)
    .map(({ name }) => name)

const unrest = (sales: number) => 20_000 * Math.sin(sales)

describe('the verdict on a soak', () => {
  test('the slope is that of the best line, and its error comes from the distances to the line', () => {
    const line = [0, 1, 2, 3].map((sales) => ({ sales, value: 7 + 5 * sales }))
    expect(slopeOf(line)).toEqual({ perSale: 5, error: 0 })
    const { perSale, error } = slopeOf(line.map((one, index) => ({ ...one, value: one.value + (index % 2) })))
    expect(perSale).toBeCloseTo(5.2)
    expect(error).toBeCloseTo(0.283, 3)
  })

  test('two samples are not enough for a slope', () => {
    expect(
      slopeOf([
        { sales: 0, value: 0 },
        { sales: 1, value: 9_000 },
      ]).error,
    ).toBe(Number.POSITIVE_INFINITY)
  })

  test('too few samples, or too much variation between them, are reported as unclear instead of flat', () => {
    const { main } = sample(0)
    const few = samples(() => ({})).slice(0, 4)
    expect(growthOf(few, limits).every(({ isBeyond, isUnclear }) => isUnclear && !isBeyond)).toBe(true)
    const restless = samples((sales) => ({
      main: { ...main, heap: 16e6 + 900 * sales + (sales % 200 === 0 ? 3e5 : -3e5) },
    }))
    const unclear = growthOf(restless, limits).filter(({ isUnclear }) => isUnclear)
    expect(unclear.map(({ name }) => name)).toEqual(['heap of main'])
    expect(growthOf([], limits).every(({ isUnclear }) => isUnclear)).toBe(true)
    expect(droppedOf([], limits)).toMatchObject({ isBeyond: false, isUnclear: true })
  })

  test('memory that only fluctuates is flat', () => {
    expect(
      beyond(samples((sales) => ({ window: { heap: 8e6 + unrest(sales), nodes: 380, listeners: 200 } }))),
    ).toEqual([])
  })

  test('growth in the first half, while caches fill, is ignored', () => {
    const { main } = sample(0)
    expect(
      beyond(samples((sales) => ({ main: { ...main, heap: 16e6 + 5_000 * Math.min(sales, 400) } }))),
    ).toEqual([])
  })

  test.each(['main', 'service'] as const)('a leak in %s is found and named', (program) => {
    const clean = sample(0)[program]
    const found = beyond(
      samples((sales) => ({ [program]: { ...clean, heap: clean.heap + 2_000 * sales + unrest(sales) } })),
    )
    expect(found).toEqual([program === 'main' ? 'heap of main' : 'heap of the service'])
  })

  test('one leaked listener every ten sales is found', () => {
    expect(beyond(samples((sales) => ({ mainListeners: 30 + sales / 10 })))).toEqual(['listeners of main'])
  })

  test('frames that were late because no core was free are not counted against the window', () => {
    const none = { frames: 0, gaps: 0, longestMs: 0, mostWorkMs: 0 }
    const some = { frames: 40, gaps: 20, longestMs: 80, mostWorkMs: 9 }
    const stretch = { drawn: 6_000, seconds: 100, byWindow: none, byMachine: some, byScreen: {}, own: [] }
    expect(droppedOf([stretch, stretch], limits).isBeyond).toBe(false)
    expect(droppedOf([stretch, { ...stretch, byWindow: some }], limits).isBeyond).toBe(true)
  })

  test('the cause of dropped frames is unclear if the machine was busy with other work', () => {
    const dropped = (frames: number) => ({ frames, gaps: 20, longestMs: 80, mostWorkMs: 18 })
    const stretch = { drawn: 6_000, seconds: 100, byWindow: dropped(40), byScreen: {}, own: [] }
    const beside = (frames: number) => droppedOf([{ ...stretch, byMachine: dropped(frames) }], limits)
    expect(beside(301)).toMatchObject({ isBeyond: false, isUnclear: true })
    expect(beside(300)).toMatchObject({ isBeyond: true, isUnclear: false })
  })

  test('a growing journal is named without its account', () => {
    const found = filesOf(
      samples((sales) => ({
        files: {
          'sales/acct_01J9.jsonl': 900 * sales,
          'sales/acct_01J9.bills/2026-11.jsonl': 100,
          'Cache/x': 5,
        },
      })),
    )
    expect(found).toMatchObject([{ name: 'sales/journal.jsonl', slope: { perSale: 900 } }])
  })
})
