import { expect, test } from 'vitest'
import type { Counter } from '../../../src-main/counter.ts'
import { type ChosenTerminal, createCurrentCounter } from '../../../src-main/current-counter.ts'
import type { SaleState } from '../../../src-shared/pos/sale.ts'
import { authorizing } from '../shared/pos/sale-fixtures.ts'

/** The keeper with counters that only note what is asked of them. */
function setUp(options: { readonly named?: string; readonly fallback?: string; chosen?: string } = {}) {
  const events: string[] = []
  let kept: Awaited<ReturnType<ChosenTerminal['read']>> =
    options.chosen === undefined ? null : { hsn: options.chosen }
  let state: SaleState = { kind: 'ready' }
  let broken = false
  let full = false
  const keeper = createCurrentCounter({
    chosen: () => ({
      read: async () => kept,
      async write(value) {
        if (full) throw new Error('the disk is full')
        kept = value
      },
    }),
    named: options.named ?? null,
    fallback: options.fallback ?? null,
    onLeft: (hsn) => void events.push(`left for ${hsn}`),
    async open(_account, hsn) {
      if (broken) throw new Error('the disk is full')
      events.push(`open on ${hsn}`)
      const stop = async () => void events.push(`stopped on ${hsn}`)
      return { sale: { state: () => state, bill: () => null }, stop } as unknown as Counter
    },
  })
  return {
    keeper,
    events,
    kept: () => kept,
    sell: (next: SaleState) => {
      state = next
    },
    fillDisk: () => {
      full = true
    },
    breakDisk: (next: boolean) => {
      broken = next
    },
  }
}

test('the terminal is the one that the environment names, else the chosen one, else the default', async () => {
  const opened = async (options: Parameters<typeof setUp>[0]) => {
    const { keeper, events } = setUp(options)
    await keeper.open('acct_1')
    return events
  }
  expect(await opened({ named: 'A', chosen: 'B', fallback: 'C' })).toEqual(['open on A'])
  expect(await opened({ chosen: 'B', fallback: 'C' })).toEqual(['open on B'])
  expect(await opened({ fallback: 'C' })).toEqual(['open on C'])
  expect(await opened({})).toEqual(['open on null'])
})

test('a service that comes up twice opens one counter', async () => {
  const { keeper, events } = setUp()
  await Promise.all([keeper.open('acct_1'), keeper.open('acct_1')])
  expect(events).toEqual(['open on null'])
})

test('another terminal is taken when the previous one was given back, and is reported at once', async () => {
  const { keeper, events, kept } = setUp({ fallback: 'A' })
  await keeper.open('acct_1')
  const using = keeper.use('B')
  expect(keeper.present()).toBeNull()
  expect(events.slice(0, 2)).toEqual(['open on A', 'left for B'])
  expect(await keeper.use('C')).toBe('not_open')
  expect(await using).toBe('changed')
  expect(events).toEqual(['open on A', 'left for B', 'stopped on A', 'open on B'])
  expect(kept()).toEqual({ hsn: 'B' })
  expect(keeper.present()).not.toBeNull()
})

test('a sale keeps its terminal', async () => {
  const { keeper, events, sell } = setUp({ fallback: 'A' })
  expect(await keeper.use('B')).toBe('not_open')
  await keeper.open('acct_1')
  sell(authorizing())
  expect(await keeper.use('B')).toBe('in_sale')
  expect(events).toEqual(['open on A'])
})

test('a counter that could not be opened is opened when the service comes up again', async () => {
  const { keeper, events, breakDisk } = setUp()
  breakDisk(true)
  await expect(keeper.open('acct_1')).rejects.toThrow('the disk is full')
  breakDisk(false)
  await keeper.open('acct_1')
  expect(events).toEqual(['open on null'])
  await keeper.stop()
  expect(events.at(-1)).toBe('stopped on null')
})

test('a choice that cannot be written down leaves the counter on the terminal it had', async () => {
  const { keeper, events, fillDisk } = setUp({ fallback: 'A' })
  await keeper.open('acct_1')
  fillDisk()
  await expect(keeper.use('B')).rejects.toThrow('the disk is full')
  expect(keeper.present()).not.toBeNull()
  // The service comes up again: still one counter, for two would share a journal.
  await keeper.open('acct_1')
  expect(events).toEqual(['open on A', 'left for B', 'stopped on A', 'open on A'])
})
