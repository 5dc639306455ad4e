import { expect, test } from 'vitest'
import type { Counter } from '../../../../src-main/counter/counter.ts'
import { type ChosenTerminal, createCurrentCounter } from '../../../../src-main/counter/current-counter.ts'
import type { SaleState } from '../../../../src-shared/pos/sale/sale.ts'
import { authorizing } from '../../shared/pos/transition/sale-fixtures.ts'

/** A keeper whose counters only record the calls. */
function setUp(
  options: {
    readonly named?: string
    readonly fallback?: string
    readonly chosen?: string
    readonly now?: string
  } = {},
) {
  const events: string[] = []
  const { chosen = null, now = null } = options
  let kept: Awaited<ReturnType<ChosenTerminal['read']>> =
    chosen === null && now === null ? null : { hsn: chosen, now }
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
    async open(_account, hsn) {
      if (broken) throw new Error('the disk is full')
      events.push(`open on ${hsn}`)
      const use = async (next: string | null) => void events.push(`charges on ${next}`)
      const stop = async () => void events.push('stopped')
      return { sale: { state: () => state }, terminal: { use }, stop } as unknown as Counter
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

test('the terminal is the one from the environment, else the chosen one, else the default', async () => {
  const opened = async (options: Parameters<typeof setUp>[0]) => {
    const { keeper, events } = setUp(options)
    const first = await keeper.first('acct_1')
    await keeper.open('acct_1')
    expect(events).toEqual([`open on ${first}`])
    return [...events, keeper.usual()]
  }
  expect(await opened({ named: 'A', chosen: 'B', fallback: 'C' })).toEqual(['open on A', 'A'])
  expect(await opened({ chosen: 'B', fallback: 'C' })).toEqual(['open on B', 'B'])
  expect(await opened({ chosen: 'B', now: 'D', fallback: 'C' })).toEqual(['open on D', 'B'])
  expect(await opened({ fallback: 'C' })).toEqual(['open on C', 'C'])
  expect(await opened({})).toEqual(['open on null', null])
})

test('a service that starts twice opens one counter', async () => {
  const { keeper, events } = setUp()
  await Promise.all([keeper.open('acct_1'), keeper.open('acct_1')])
  expect(events).toEqual(['open on null'])
})

test('the terminal that an installer chooses becomes the usual one', async () => {
  const { keeper, events, kept } = setUp({ fallback: 'A', now: 'D' })
  await keeper.open('acct_1')
  expect(await keeper.use('B', true)).toBe('changed')
  expect(events).toEqual(['open on D', 'charges on B'])
  expect([kept(), keeper.usual()]).toEqual([{ hsn: 'B', now: null }, 'B'])
})

test('a terminal that a cashier takes is stored next to the usual one, to which the counter can return', async () => {
  const { keeper, kept } = setUp({ chosen: 'A' })
  await keeper.open('acct_1')
  expect(await keeper.use('B', false)).toBe('changed')
  expect([kept(), keeper.usual()]).toEqual([{ hsn: 'A', now: 'B' }, 'A'])
  expect(await keeper.use('A', false)).toBe('changed')
  expect(kept()).toEqual({ hsn: 'A', now: null })
  await keeper.use('B', false)
  expect(await keeper.use(null, false)).toBe('changed')
  expect(kept()).toEqual({ hsn: 'A', now: null })
})

test('a terminal taken by a cashier is stored even if no usual one was chosen', async () => {
  const { keeper, kept } = setUp({ fallback: 'A' })
  await keeper.open('acct_1')
  await keeper.use('B', false)
  expect(kept()).toEqual({ hsn: null, now: 'B' })
  await keeper.use('A', false)
  expect(kept()).toBeNull()
})

test('the terminal cannot be changed while a card is being charged', async () => {
  const { keeper, events, sell } = setUp({ fallback: 'A' })
  expect(await keeper.use('B', true)).toBe('not_open')
  await keeper.open('acct_1')
  sell(authorizing())
  expect(await keeper.use('B', false)).toBe('in_sale')
  expect(events).toEqual(['open on A'])
})

test('when a charge begins while the choice is written, the counter keeps its terminal, also after a restart', async () => {
  const { keeper, events, kept, sell } = setUp({ chosen: 'A' })
  await keeper.open('acct_1')
  const taken = keeper.use('B', false)
  sell(authorizing())
  expect(await taken).toBe('in_sale')
  expect(events).toEqual(['open on A'])
  expect(kept()).toEqual({ hsn: 'A', now: null })
})

test('a counter that could not be opened is opened when the service starts again', async () => {
  const { keeper, events, breakDisk } = setUp()
  breakDisk(true)
  await expect(keeper.open('acct_1')).rejects.toThrow('the disk is full')
  breakDisk(false)
  await keeper.open('acct_1')
  expect(events).toEqual(['open on null'])
  await keeper.stop()
  expect(events.at(-1)).toBe('stopped')
})

test('when a choice cannot be written, the counter keeps its terminal', async () => {
  const { keeper, events, fillDisk } = setUp({ fallback: 'A' })
  await keeper.open('acct_1')
  fillDisk()
  await expect(keeper.use('B', false)).rejects.toThrow('the disk is full')
  expect(events).toEqual(['open on A'])
})
