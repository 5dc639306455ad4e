import { appendFile, open as openFile, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Drawer } from '../../../../src-main/cash/drawer.ts'
import { createDrawerService } from '../../../../src-main/cash/drawer-service.ts'
import { openLedger } from '../../../../src-main/cash/ledger.ts'
import { approvedUnless } from '../../../../src-main/staff/approval.ts'
import type { BillCash } from '../../../../src-shared/pos/cash/cash-entry.ts'
import { expectedIn } from '../../../../src-shared/pos/cash/shift.ts'
import { ok } from '../../../../src-shared/result.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { quietLog } from '../support/service.ts'

const at = '2026-03-01T12:00:00.000Z'
const sale = (id: string, amount: number): BillCash => ({
  id,
  at,
  kind: 'sale',
  bill: 'KT1001',
  amount,
  tendered: amount,
  change: 0,
})

let path: string
beforeEach(async () => {
  path = join(await temporaryFolder('countertop-drawer'), 'sales', 'acct.drawer.jsonl')
})

afterEach(() => void vi.restoreAllMocks())

const open = () => openLedger(path, () => undefined, quietLog)

async function openDrawer(
  options: { readonly moving?: boolean; readonly approves?: boolean; readonly blind?: boolean } = {},
) {
  const ledger = await open()
  const opened: string[] = []
  const drawer: Drawer = {
    async open() {
      opened.push(await readFile(path, 'utf8'))
      return ok(null)
    },
  }
  let ids = 0
  const service = createDrawerService({
    isSoldHere: async (number) => number === 'KT1042',
    isBlind: () => options.blind ?? false,
    ledger,
    drawer,
    staff: {
      approve: async () =>
        approvedUnless(
          options.approves === false ? { code: 'pin_wrong', message: 'this is not the PIN' } : null,
        ),
      personId: () => null,
    },
    isMoving: () => options.moving ?? false,
    newId: () => `cash_${Date.now()}_${++ids}`,
    now: () => Date.parse(at),
  })
  return { ledger, service, opened }
}

test('a refund of a bill sold here is refused as a plain cash refund, since its lines must be counted', async () => {
  const { ledger, service, opened } = await openDrawer()
  const asked = { kind: 'refund', amount: 300, reason: 'Cold', bill: 'KT1042' } as const
  expect(await service.takeOut(asked)).toMatchObject({ ok: false, error: { code: 'not_now' } })
  expect([ledger.shift().entries, opened]).toEqual([0, []])
  await ledger.close()
})

describe('the ledger of a drawer', () => {
  test('an entry that is booked again after a crash is in the ledger once', async () => {
    const first = await open()
    await first.book(sale('cash_1', 2_000))
    await first.close()
    // The first write was reported as failed, but had arrived.
    await appendFile(path, await readFile(path, 'utf8'))
    const second = await open()
    expect(second.shift()).toMatchObject({ sales: 2_000, entries: 1 })
    await Promise.all([second.book(sale('cash_1', 2_000)), second.book(sale('cash_2', 500))])
    expect(second.shift()).toMatchObject({ sales: 2_500, entries: 2 })
    await second.close()
  })

  test('an incomplete line is booked again, and does not damage the next one', async () => {
    const first = await open()
    await first.book(sale('cash_1', 2_000))
    await first.close()
    await appendFile(path, '{"id":"cash_2","at":"2026')
    const second = await open()
    expect(second.damaged()).toBe(0)
    await second.book(sale('cash_2', 500))
    await second.close()
    const third = await open()
    expect(third.damaged()).toBe(0)
    expect(third.shift()).toMatchObject({ sales: 2_500 })
    await third.close()
  })

  test('an entry whose write failed is not found at the next start, and a retry books it once', async () => {
    const { ledger, service, opened } = await openDrawer()
    await service.openShift({ amount: 10_000 })
    const any = await openFile(path, 'r')
    const disk = vi.spyOn(Object.getPrototypeOf(any), 'datasync')
    await any.close()
    const asked = { kind: 'drop', amount: 5_000, reason: 'Safe', bill: '' } as const
    disk.mockRejectedValueOnce(new Error('input/output error'))
    await expect(service.takeOut(asked)).rejects.toThrow('input/output error')
    expect([expectedIn(ledger.shift()), opened.length]).toEqual([10_000, 1])
    const killed = await open()
    expect(expectedIn(killed.shift())).toBe(10_000)
    await service.takeOut(asked)
    await ledger.close()
    const next = await open()
    expect(expectedIn(next.shift())).toBe(5_000)
    await Promise.all([killed.close(), next.close()])
  })

  test('a damaged line is counted and kept, and the readable lines still count', async () => {
    const first = await open()
    await first.book(sale('cash_1', 2_000))
    await first.close()
    await appendFile(path, '\0\0\0\0\n')
    const second = await open()
    expect(second.damaged()).toBe(1)
    await second.book(sale('cash_2', 500))
    expect(second.shift()).toMatchObject({ sales: 2_500 })
    expect(await readFile(path, 'utf8')).toContain('\0\0\0\0')
    // It belongs to this shift, and not to the next one.
    await second.book({ id: 'cash_3', at, kind: 'closed', counted: [], amount: 0, expected: 2_500 })
    await second.book(sale('cash_4', 700))
    expect([second.damaged(), second.shift().sales]).toEqual([0, 700])
    await second.close()
  })
})

describe('a shift of the drawer', () => {
  test('the expected content of a drawer is its float plus all cash in, less all cash out', async () => {
    const { ledger, service } = await openDrawer()
    await service.openShift({ amount: 10_000 })
    await ledger.book(sale('cash_1', 2_575))
    await ledger.book({ ...sale('cash_2', 500), kind: 'returned' })
    await service.takeOut({ kind: 'drop', amount: 5_000, reason: 'Safe', bill: '' })
    await service.takeOut({ kind: 'payout', amount: 1_200, reason: 'Milk', bill: '' })
    await service.takeOut({ kind: 'refund', amount: 300, reason: 'Cold', bill: 'KT1001' })
    await service.putIn({ amount: 2_000, reason: 'Coins' })
    await service.noSale({ reason: 'Change for a customer' })
    expect(expectedIn(ledger.shift())).toBe(7_575)
    expect(ledger.shift().no_sales).toBe(1)
    const counted = [
      { value: 5_000, count: 1 },
      { value: 2_000, count: 1 },
      { value: 100, count: 5 },
      { value: 25, count: 2 },
    ]
    expect(await service.closeShift({ counted })).toEqual(ok({ expected: 7_575, counted: 7_550 }))
    await ledger.close()
  })

  test('in a blind count, the expected amount is not shown, but is in the ledger', async () => {
    const { ledger, service } = await openDrawer({ blind: true })
    await service.openShift({ amount: 10_000 })
    const counted = [{ value: 5_000, count: 1 }]
    expect(await service.closeShift({ counted })).toEqual(ok({ expected: null, counted: 5_000 }))
    expect(await readFile(path, 'utf8')).toContain('"expected":10000')
    await ledger.close()
  })

  test('opening or closing a shift twice at once has an effect only once', async () => {
    const { ledger, service } = await openDrawer()
    const opened = await Promise.all([10_000, 10_000].map((amount) => service.openShift({ amount })))
    expect(opened.map(({ ok }) => ok)).toEqual([true, false])
    expect(ledger.shift()).toMatchObject({ float: 10_000, entries: 1 })
    const counted = [{ value: 10_000, count: 1 }]
    const closed = await Promise.all([1, 2].map(() => service.closeShift({ counted })))
    expect(closed.map(({ ok }) => ok)).toEqual([true, false])
    await ledger.close()
    expect(await readdir(dirname(path))).toHaveLength(1)
  })

  test('a counted shift is filed completely, and the next one begins empty', async () => {
    const { ledger, service } = await openDrawer()
    await service.openShift({ amount: 10_000 })
    await service.closeShift({ counted: [{ value: 10_000, count: 1 }] })
    await ledger.close()
    const next = await open()
    expect(next.shift()).toMatchObject({ opened_at: null, float: 0, entries: 0 })
    await next.book(sale('cash_1', 700))
    expect(next.shift()).toMatchObject({ sales: 700, entries: 1 })
    await next.close()
    const files = await readdir(dirname(path))
    expect(files).toHaveLength(2)
    const aside = files.find((name) => name !== 'acct.drawer.jsonl') ?? ''
    expect(await readFile(join(dirname(path), aside), 'utf8')).toContain('"kind":"closed"')
  })

  test('the drawer opens only after the reason is in the ledger', async () => {
    const { ledger, service, opened } = await openDrawer()
    await service.noSale({ reason: 'Change for a customer' })
    expect(opened).toHaveLength(1)
    expect(opened[0]).toContain('Change for a customer')
    await ledger.close()
  })

  test('a cash refund or a payout needs a manager’s approval', async () => {
    const { ledger, service, opened } = await openDrawer({ approves: false })
    const asked = { amount: 300, reason: 'Cold', bill: '', pin: '111111' }
    for (const kind of ['refund', 'payout'] as const) {
      expect(await service.takeOut({ kind, ...asked })).toMatchObject({ error: { code: 'pin_wrong' } })
    }
    expect(opened).toEqual([])
    expect(ledger.shift().entries).toBe(0)
    expect(await service.takeOut({ kind: 'drop', ...asked })).toMatchObject({ ok: true })
    await ledger.close()
  })

  test('a shift cannot be counted while cash is moving or before it is open, and cannot be opened twice', async () => {
    const { ledger, service } = await openDrawer()
    expect(await service.closeShift({ counted: [] })).toMatchObject({ error: { code: 'not_now' } })
    await service.openShift({ amount: 0 })
    expect(await service.openShift({ amount: 500 })).toMatchObject({ error: { code: 'not_now' } })
    await ledger.close()
    const moving = await openDrawer({ moving: true })
    expect(await moving.service.closeShift({ counted: [] })).toMatchObject({ error: { code: 'not_now' } })
    await moving.ledger.close()
  })
})
