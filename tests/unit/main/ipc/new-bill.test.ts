import { expect, test } from 'vitest'
import type { Counter } from '../../../../src-main/counter/counter.ts'
import { billHandlers } from '../../../../src-main/ipc/bill-handlers.ts'
import { billForTender, newBillOf } from '../../../../src-main/ipc/new-bill.ts'
import { createUndisturbed } from '../../../../src-main/ipc/undisturbed.ts'
import type { SnapshotPublisher } from '../../../../src-main/snapshot/publisher.ts'
import type { ExchangeTender } from '../../../../src-shared/pos/bill/bill.ts'
import { ok } from '../../../../src-shared/result.ts'
import { snapshots } from '../../../pictures/snapshots.ts'

const asked = { total: 500, note: ' Table 7 ', orderId: undefined }
const sourcesOf = (shown: keyof typeof snapshots) => ({
  snapshot: { present: () => snapshots[shown] } as unknown as SnapshotPublisher,
  newId: (kind?: string) => kind ?? '',
  selling: { service: () => Promise.reject(new Error('nothing is sold here')) },
})
const notNow = { ok: false, error: { code: 'not_now' } }

test('while goods wait for an exchange, only the bill of that exchange begins', async () => {
  expect(await newBillOf(sourcesOf('ready'), asked)).toMatchObject({ total: 500, note: 'Table 7' })
  const waiting = sourcesOf('exchange-ready')
  expect(await newBillOf(waiting, asked)).toBeNull()
  expect(await billForTender(waiting, null, asked)).toMatchObject(notNow)
  const exchange = { kind: 'exchange', id: 'ret_1' } as ExchangeTender
  expect(await newBillOf(waiting, asked, exchange)).toMatchObject({ total: 500, exchange })
})

test('a tender is for the bill that the cashier saw, and for no other that came in between', async () => {
  const shown = snapshots['bill-part-paid'].bill
  const sources = sourcesOf('bill-part-paid')
  expect(await billForTender(sources, shown, asked)).toEqual(ok(null))
  expect(await billForTender(sources, { id: 'bill_of_another' }, asked)).toMatchObject(notNow)
  expect(await billForTender(sources, null, asked)).toMatchObject(notNow)
  expect(await billForTender(sourcesOf('ready'), shown, asked)).toMatchObject(notNow)
})

test('a shop that takes no cash books none', async () => {
  const dispatched: string[] = []
  const openBills = () => [{ number: 'KT1000', payments: ['cash'], isMoving: false }]
  const sale = { bill: () => null, settled: async () => undefined, openBills }
  const takeCash = (cash: boolean) => {
    const { snapshot, ...sources } = sourcesOf('ready')
    const present = snapshot.present()
    const handlers = billHandlers({
      ...sources,
      counter: () => ({ sale }) as unknown as Counter,
      snapshot: {
        present: () => ({ ...present, settings: { ...present.settings, cash } }),
      } as SnapshotPublisher,
      staff: { personId: () => null, approve: () => Promise.reject(new Error('nothing to approve')) },
      audit: { add: () => undefined },
      ...createUndisturbed(({ kind }) => {
        dispatched.push(kind)
        return ok(null)
      }),
    })
    return handlers['bill.take_cash']({ tendered: 500, balance: 500, note: '' })
  }
  expect(await takeCash(false)).toMatchObject({ ok: false, error: { code: 'not_available' } })
  expect(dispatched).toEqual([])
  expect(await takeCash(true)).toEqual(ok(null))
  expect(dispatched).toEqual(['take_cash'])
})
