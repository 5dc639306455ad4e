import { expect, test } from 'vitest'
import { lastState } from '../../../../src-main/sale/read-journal.ts'
import { at } from '../../shared/pos/transition/sale-fixtures.ts'
import { until } from '../support/service.ts'
import { counterOnSlowDisk } from './counter-on-slow-disk.ts'

const bill = { id: 'bill_1', order: null, total: 6_000, currency: 'USD', note: '' }
const taken = { kind: 'take_cash', id: 'cash_1', tendered: 2_000, balance: 6_000, step: 1, bill } as const

test('cash that was not taken is in no journal, also where another line had it and could be written', async () => {
  const { runner, writes, next, closed } = counterOnSlowDisk()
  runner.dispatch(taken)
  closed()
  await until(
    () => writes.length,
    (count) => count === 2,
  )
  await next(0, false)
  await until(runner.bill, (shown) => shown === null)
  await next(1, true)
  await next(2, true)
  const left = lastState(`${JSON.stringify(writes.at(-1)?.line)}\n`, at)
  expect(left.bill).toBeNull()
  expect(left.unbooked).toEqual([])
  expect(left.unclosed).toEqual([])
})

test('cash that was handed back counts once it is written down, so that no start asks for it anew', async () => {
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
