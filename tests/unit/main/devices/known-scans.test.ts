import { beforeEach, expect, test, vi } from 'vitest'
import { createKnownScans } from '../../../../src-main/devices/known-scans.ts'
import type { Catalogue } from '../../../../src-shared/pos/catalogue/catalogue.ts'
import { quietLog } from '../support/service.ts'

const items = [{ barcode: '4006381333931', active: true }] as unknown as Catalogue['items']
let catalogue: Catalogue | null = { items, tax_rates: [] }
const shown = vi.fn()
const personActed = vi.fn()
let now = 0
let usedAt = Number.NEGATIVE_INFINITY

const open = () =>
  createKnownScans({
    items: async () => catalogue,
    onScan: shown,
    personActed,
    isAttended: (ms) => now - usedAt < ms,
    log: quietLog,
    now: () => now,
  })

beforeEach(() => {
  catalogue = { items, tax_rates: [] }
  shown.mockReset()
  personActed.mockReset()
  now = 0
  usedAt = Number.NEGATIVE_INFINITY
})

/** A device sends a code at each interval, in ms. */
async function send(scans: ReturnType<typeof open>, count: number, everyMs: number, code = 'ST,+0001.25 kg') {
  for (let sent = 0; sent < count; sent += 1) {
    now += everyMs
    await scans.take(code)
  }
}

test('only the code of an item or a receipt counts as a person at the counter', async () => {
  const scans = open()
  await scans.take('5901234123457')
  expect(personActed).not.toHaveBeenCalled()
  await scans.take('4006381333931')
  await scans.take('KT1042')
  expect(personActed).toHaveBeenCalledTimes(2)
  expect(shown.mock.calls).toEqual([['5901234123457'], ['4006381333931'], ['KT1042']])
})

test('where no items are sold, only a receipt counts as a person', async () => {
  catalogue = null
  const scans = open()
  await scans.take('4006381333931')
  expect(personActed).not.toHaveBeenCalled()
  await scans.take('KT1042')
  expect(personActed).toHaveBeenCalledOnce()
})

test('a device that sends something every two seconds for an hour is not shown for all that time', async () => {
  await send(open(), 1_800, 2_000)
  expect(personActed).not.toHaveBeenCalled()
  expect(shown.mock.calls.length).toBeLessThan(30)
})

test('between such lines, an item is still added, and after a pause an unknown code is shown again', async () => {
  const scans = open()
  await send(scans, 100, 1_000)
  shown.mockReset()
  await scans.take('4006381333931')
  expect(shown).toHaveBeenCalledExactlyOnceWith('4006381333931')
  now += 11_000
  await scans.take('5901234123457')
  expect(shown).toHaveBeenLastCalledWith('5901234123457')
})

test('a cashier who takes notice of each unknown item sees the message every time', async () => {
  const scans = open()
  for (let round = 0; round < 60; round += 1) {
    now += 3_000
    await scans.take('5901234123457')
    usedAt = now
  }
  expect(shown).toHaveBeenCalledTimes(60)
})

test('a stream that is faster than any person is not shown, even while somebody works', async () => {
  const scans = open()
  for (let round = 0; round < 300; round += 1) {
    now += 500
    usedAt = now
    await scans.take('ST,+0001.25 kg')
  }
  expect(shown.mock.calls.length).toBeLessThan(30)
})
