import { expect, test } from 'vitest'
import type { Tab } from '../../../../src-shared/pos/bill/tab.ts'
import { plainLine } from '../../../../src-shared/pos/order/plain-line.ts'
import { at, facts, payment } from '../../shared/pos/transition/sale-fixtures.ts'
import { until } from '../support/service.ts'
import { counterOnSlowDisk } from './counter-on-slow-disk.ts'

const tab: Tab = {
  sale: facts({ amount: 5_000, tab: { name: 'Ann', stage: 'opening' } }),
  payment: payment({ amount: 5_000, status: 'uncaptured' }),
  opened_at: at,
  status: 'unknown',
  rounds: [],
}
const seen = { kind: 'tab_seen', tab_id: tab.sale.id, found: 'ended' } as const
const order = { id: 'ord_1', lines: [plainLine('line_1', 'Beer', 700)], discounts: [] }
const added = { kind: 'add_to_tab', tab_id: tab.sale.id, order } as const
const bill = { id: 'bill_1', order: null, total: 6_000, currency: 'USD', note: '' }
const taken = { kind: 'take_cash', id: 'cash_1', tendered: 2_000, balance: 6_000, step: 1, bill } as const
const returned = { kind: 'cash_returned', id: 'cash_2' } as const

/** A counter with a tab; the first line is on the disk. */
async function started() {
  const counter = counterOnSlowDisk([tab])
  await counter.next(0, true)
  await quiet()
  return counter
}

/** A bill of which 20.00 were paid in cash that is being given back; four lines are on the disk. */
async function undoing() {
  const counter = await started()
  counter.runner.dispatch(taken)
  await counter.next(1, true)
  await counter.next(2, true)
  counter.runner.dispatch({ kind: 'undo_bill' })
  await counter.next(3, true)
  await quiet()
  return counter
}
/** Resolves once the consequences of the last event are done. */
const quiet = () => new Promise<void>((resolve) => void setImmediate(resolve))

test('cash that could not be journaled is not taken, even if a tab was looked up meanwhile', async () => {
  const { runner, booked, shown, next } = await started()
  runner.dispatch(taken)
  runner.dispatch(seen)
  expect(shown()?.bill).toBeNull()
  await next(1, false)
  await next(2, false)
  await quiet()
  expect(runner.bill()).toBeNull()
  expect(runner.unbooked()).toBe(0)
  expect(shown()).toMatchObject({ bill: null, tabs: [{ status: 'ended' }] })
  expect(booked).toEqual([])
})

test('cash that could not be journaled is not given back, even if a tab was looked up meanwhile', async () => {
  const { runner, booked, shown, next } = await undoing()
  const before = runner.bill()
  runner.dispatch(returned)
  runner.dispatch(seen)
  expect(shown()?.bill).toEqual(before)
  await next(4, false)
  await next(5, false)
  await quiet()
  expect(runner.bill()).toEqual(before)
  expect(shown()).toMatchObject({ bill: before, tabs: [{ status: 'ended' }] })
  expect(booked).toEqual(['cash_1'])
})

test('an event that arrives while cash is being journaled is handled after it', async () => {
  const { runner, writes, booked, shown, next } = await undoing()
  runner.dispatch(returned)
  runner.dispatch(seen)
  expect(runner.tabs()).toMatchObject([{ status: 'unknown' }])
  await next(4, true)
  await until(
    () => booked,
    (all) => all.includes('cash_2'),
  )
  expect(shown()).toMatchObject({ bill: { tenders: [{ status: 'returned' }] }, tabs: [{ status: 'ended' }] })
  expect(writes.at(-1)?.line.tabs).toMatchObject([{ status: 'ended' }])
})

test('cash that counts because a person went on is booked once a line contains it, and not before', async () => {
  const { runner, writes, booked, shown, next } = await undoing()
  runner.dispatch(returned)
  runner.dispatch(added)
  expect(shown()).toMatchObject({ bill: { tenders: [{ status: 'paid' }] }, tabs: [{ rounds: [] }] })
  await next(4, false)
  await next(5, false)
  await quiet()
  expect(shown()).toMatchObject({
    bill: { tenders: [{ status: 'returned' }] },
    tabs: [{ rounds: ['ord_1'] }],
  })
  expect(booked).toEqual(['cash_1'])

  runner.dispatch(seen)
  expect(writes.at(-1)?.line.unbooked).toMatchObject([{ id: 'cash_2' }])
  await next(6, true)
  await next(7, true)
  await quiet()
  expect(booked).toEqual(['cash_1', 'cash_2'])
  expect(writes.at(-1)?.line.unbooked).toEqual([])
})

test('an answer about a link waits as well: the cash before it fails, and the link has still changed', async () => {
  const { runner, writes, booked, next } = counterOnSlowDisk()
  runner.dispatch({ kind: 'open_bill', bill: { ...bill, id: 'bill_0' } })
  await next(0, true)
  runner.dispatch({ kind: 'send_link', link: { id: 'link_1', amount: 6_000, receiver: { kind: 'code' } } })
  await next(1, true)
  runner.dispatch({ kind: 'put_aside' })
  await next(2, true)
  const link = runner.link('link_1')
  if (link === undefined) throw new Error('there is no link')
  runner.dispatch(taken)
  void runner.changeLink({ ...link, creations: 1 }, null)
  await next(3, false)
  await next(4, true)
  expect(runner.link('link_1')).toMatchObject({ creations: 1 })
  expect(booked).toEqual([])
  expect(writes.at(-1)?.line).toMatchObject({ bill: null, unbooked: [], aside: [{ id: 'bill_0' }] })
})

test('a link that is withdrawn while an answer about it waits for the disk stays withdrawn', async () => {
  const { runner, next } = counterOnSlowDisk()
  runner.dispatch({ kind: 'open_bill', bill })
  await next(0, true)
  runner.dispatch({ kind: 'send_link', link: { id: 'link_1', amount: 6_000, receiver: { kind: 'code' } } })
  await next(1, true)
  await quiet()
  const link = runner.link('link_1')
  if (link === undefined) throw new Error('there is no link')
  const kept = runner.changeLink({ ...link, creations: 1 }, null)
  runner.dispatch({ kind: 'withdraw_link' })
  await next(2, true)
  await next(3, true)
  expect(await kept).toBe(true)
  expect(runner.link('link_1')).toMatchObject({ withdrawing: true, creations: 1 })
})
