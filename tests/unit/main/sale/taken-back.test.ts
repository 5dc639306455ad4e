import { expect, test } from 'vitest'
import { until } from '../support/service.ts'
import { counterOnSlowDisk } from './counter-on-slow-disk.ts'

const bill = { id: 'bill_1', order: null, total: 6_000, currency: 'USD', note: '' }
const taken = { kind: 'take_cash', id: 'cash_1', tendered: 2_000, balance: 6_000, step: 1, bill } as const

/** Cash is being journaled, followed by a line that the intent of the last sale is closed. */
async function twoLines() {
  const counter = counterOnSlowDisk()
  counter.runner.dispatch(taken)
  counter.closed()
  await until(
    () => counter.writes.length,
    (count) => count === 2,
  )
  expect(counter.writes[1]?.line).toMatchObject({ unbooked: [{ id: 'cash_1' }], unclosed: [] })
  return counter
}

test('cash whose own line could not be written is taken if the next line contains it, as after a restart', async () => {
  const { runner, booked, next } = await twoLines()
  await next(0, false)
  await next(1, true)
  await until(
    () => booked,
    (all) => all.includes('cash_1'),
  )
  expect(runner.bill()).toMatchObject({ tenders: [{ status: 'paid' }] })
})

test('cash that is in neither its own line nor the next one is not taken', async () => {
  const { runner, writes, booked, next } = await twoLines()
  await next(0, false)
  await next(1, false)
  await until(runner.bill, (shown) => shown === null)
  expect(booked).toEqual([])
  expect(runner.unbooked()).toBe(0)
  expect(writes).toHaveLength(2)
})

test('of two steps whose journal lines both failed, the newer is undone first, then the older', async () => {
  const { runner, booked, shown, next } = counterOnSlowDisk()
  runner.dispatch({ kind: 'open_bill', bill })
  await next(0, true)
  const before = runner.bill()
  runner.dispatch(taken)
  runner.dispatch({ kind: 'leave_bill' })
  expect(runner.unfiled()).toHaveLength(1)
  await next(1, false)
  await next(2, false)
  await until(runner.bill, (now) => now === before)
  expect(shown()?.bill?.tenders).toEqual([])
  expect(runner.unbooked()).toBe(0)
  expect(runner.unfiled()).toEqual([])
  expect(booked).toEqual([])
})

test('cash that was given back counts once it is journaled, so that no start asks for it again', async () => {
  const { runner, booked, next } = counterOnSlowDisk()
  runner.dispatch(taken)
  await next(0, true)
  await next(1, true)
  runner.dispatch({ kind: 'undo_bill' })
  await next(2, true)
  const before = runner.bill()
  runner.dispatch({ kind: 'cash_returned', id: 'cash_2' })
  await next(3, false)
  await until(runner.bill, (shown) => shown === before)
  expect(booked).toEqual(['cash_1'])

  runner.dispatch({ kind: 'cash_returned', id: 'cash_3' })
  await next(4, true)
  await until(
    () => booked,
    (all) => all.includes('cash_3'),
  )
  expect(booked).toEqual(['cash_1', 'cash_3'])
})
