import { expect, test } from 'vitest'
import type { AuditEntry } from '../../../../src-main/audit/audit-entry.ts'
import type { Counter } from '../../../../src-main/counter/counter.ts'
import { billHandlers } from '../../../../src-main/ipc/bill-handlers.ts'
import { createUndisturbed } from '../../../../src-main/ipc/undisturbed.ts'
import type { SnapshotPublisher } from '../../../../src-main/snapshot/publisher.ts'
import { approvedUnless } from '../../../../src-main/staff/approval.ts'
import type { ExchangeTender } from '../../../../src-shared/pos/bill/bill.ts'
import { err, ok, type Result } from '../../../../src-shared/result.ts'
import { snapshots } from '../../../pictures/snapshots.ts'
import { counterOnSlowDisk } from '../sale/counter-on-slow-disk.ts'

const bill = { id: 'bill_1', order: null, total: 6_000, currency: 'USD', note: '' }
const taken = { kind: 'take_cash', id: 'cash_1', tendered: 2_000, balance: 6_000, step: 1, bill } as const
const tender: ExchangeTender = {
  ...{ kind: 'exchange', status: 'paid', id: 'ret_1', number: 'KT1000', amount: 400 },
  ...{ surcharge: 0, rounding: 0, lines: [], credit: [], rest: [] },
}

const shown = { ...snapshots.ready, settings: { ...snapshots.ready.settings, cash: true } }

/** Handlers of a counter with a disk that answers when the test lets it. */
function setUp() {
  const disk = counterOnSlowDisk()
  const entries: AuditEntry[] = []
  const exchangeFor = (_: unknown, open: (of: ExchangeTender) => Promise<Result<null, never>>) => open(tender)
  const handlers = billHandlers({
    counter: () =>
      ({ sale: disk.runner, sales: async () => ({ returns: { exchangeFor } }) }) as unknown as Counter,
    snapshot: { present: () => shown } as unknown as SnapshotPublisher,
    newId: (kind) => kind ?? '',
    selling: { service: () => Promise.reject(new Error('nothing is sold here')) },
    staff: { personId: () => null, approve: async () => approvedUnless(null) },
    audit: { add: (entry) => void entries.push(entry) },
    ...createUndisturbed((input) =>
      disk.runner.dispatch(input) ? ok(null) : err({ code: 'not_now', message: '' } as const),
    ),
  })
  return { ...disk, handlers, entries }
}

test('the audit log records that a bill was left only once that is journaled, and otherwise that it failed', async () => {
  const { runner, next, handlers, entries } = setUp()
  runner.dispatch(taken)
  await next(0, true)
  await next(1, true)
  const refused = handlers['bill.leave']({})
  await next(2, false)
  expect(await refused).toMatchObject({ error: { code: 'failed' } })
  expect(runner.bill()).toMatchObject({ id: 'bill_1' })
  const left = handlers['bill.leave']({})
  await next(3, true)
  expect(await left).toEqual(ok(null))
  expect(entries.map(({ command, outcome }) => [command, outcome])).toEqual([
    ['bill.leave', 'failed'],
    ['bill.leave', 'done'],
  ])
})

test('the audit log records the bill of an exchange as opened only once that is journaled', async () => {
  const { runner, next, handlers, entries } = setUp()
  const asked = { amount: 500, note: '', exchange: { return_id: 'ret_1', back: 0 } }
  const refused = handlers['bill.open'](asked)
  await next(0, false)
  expect(await refused).toMatchObject({ error: { code: 'failed' } })
  expect(runner.bill()).toBeNull()
  const opened = handlers['bill.open'](asked)
  await next(1, true)
  expect(await opened).toEqual(ok(null))
  expect(entries.map(({ outcome }) => outcome)).toEqual(['failed', 'done'])
})

test('cash is answered as taken only once it is journaled: until then its screen waits, and afterwards it can be taken again', async () => {
  const { runner, next, handlers } = setUp()
  const asked = { tendered: 2_000, balance: 2_000, note: '' }
  const refused = handlers['bill.take_cash'](asked)
  await next(0, false)
  expect(await refused).toMatchObject({ error: { code: 'failed' } })
  expect(runner.bill()).toBeNull()
  const taken = handlers['bill.take_cash'](asked)
  await next(1, true)
  expect(await taken).toEqual(ok(null))
  expect(runner.bill()).toMatchObject({ tenders: [{ kind: 'cash', amount: 2_000 }] })
})

test('cash that was handed back is answered as booked only once it is journaled, and is asked about again if it was not', async () => {
  const { runner, next, handlers, booked } = setUp()
  runner.dispatch(taken)
  await next(0, true)
  await next(1, true)
  runner.dispatch({ kind: 'undo_bill' })
  await next(2, true)
  const refused = handlers['bill.cash_returned'](undefined)
  await next(3, false)
  expect(await refused).toMatchObject({ error: { code: 'failed' } })
  expect(runner.bill()).toMatchObject({ status: 'undoing', tenders: [{ kind: 'cash', status: 'paid' }] })
  const returned = handlers['bill.cash_returned'](undefined)
  await next(4, true)
  expect(await returned).toEqual(ok(null))
  expect(runner.bill()).toMatchObject({ tenders: [{ kind: 'cash', status: 'returned' }] })
  expect(booked).toContain('cash')
})
