import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetPayAhead, payAhead, typeAhead } from '../../../../src-renderer/cashier/pay-ahead.ts'
import { newSaleKeys } from '../../../../src-renderer/cashier/use-new-sale.ts'
import { useCashStore } from '../../../../src-renderer/stores/cash-store.ts'
import { useCommandStore } from '../../../../src-renderer/stores/command-store.ts'
import { useDialogStore } from '../../../../src-renderer/stores/dialog-store.ts'
import { clearEntry, pressAmountKey, useEntryStore } from '../../../../src-renderer/stores/entry-store.ts'
import { followSale } from '../../../../src-renderer/stores/follow-sale.ts'
import { acceptSnapshot, useSnapshotStore } from '../../../../src-renderer/stores/snapshot-store.ts'
import type { Snapshot } from '../../../../src-shared/pos/snapshot.ts'
import { snapshots } from '../../../pictures/snapshots.ts'

const charge = vi.fn()
let stop: () => void
let revision = 0
const newSale = vi.fn()

const show = (snapshot: Snapshot, changes: Partial<Snapshot> = {}) => {
  revision += 1
  const settings = { ...snapshot.settings, sounds: false, cash: true, ask_above: null }
  acceptSnapshot({ ...snapshot, settings, ...changes, revision })
}
const amount = () => useEntryStore.getState().amount
const isTyped = () => amount() > 0

/** Presses the keys on the screen of a sale that has ended. */
function press(...names: readonly string[]): void {
  const keys = newSaleKeys('none', { typed: isTyped, type: typeAhead, newSale, pay: payAhead })
  for (const name of names) keys[name]?.()
}

beforeEach(() => {
  charge.mockReset()
  charge.mockReturnValue(new Promise(() => {}))
  newSale.mockReset()
  vi.stubGlobal('window', { countertop: { commands: { 'sale.charge': charge } } })
  useCommandStore.setState({ running: [], refusal: null, away: null })
  useSnapshotStore.setState({ snapshot: null })
  clearEntry()
  stop = followSale()
  show(snapshots.approved)
})
afterEach(() => {
  stop()
  forgetPayAhead()
  useSnapshotStore.setState({ snapshot: null })
  useDialogStore.setState({ open: null })
  useCashStore.setState({ open: false })
  vi.unstubAllGlobals()
})

test('on a result screen that has just opened, a digit begins the next sale, but a second Enter or Escape does not', () => {
  const keys = { typed: () => false, type: vi.fn(), newSale, pay: vi.fn() }
  const resting = newSaleKeys('all', keys)
  resting['1']?.()
  resting['2']?.()
  expect(keys.type.mock.calls).toEqual([['1'], ['2']])
  expect(newSale).toHaveBeenCalledTimes(2)
  resting.enter?.()
  resting.escape?.()
  expect(newSale).toHaveBeenCalledTimes(2)
  const rested = newSaleKeys('none', keys)
  rested.enter?.()
  expect(newSale).toHaveBeenCalledTimes(3)
  expect(keys.pay).not.toHaveBeenCalled()
})

describe('an amount typed on the result screen of the last sale', () => {
  test('Enter on the result screen is kept, and charges the amount once when the counter opens', () => {
    press('5', '0', '0', 'enter', 'enter')
    expect(charge).not.toHaveBeenCalled()
    show(snapshots.ready)
    expect(charge).toHaveBeenCalledExactlyOnceWith({ amount: 500, entry: 'card', note: '' })
    show(snapshots.creating)
    expect(amount()).toBe(0)
    show(snapshots.approved)
    show(snapshots.ready)
    expect(charge).toHaveBeenCalledOnce()
  })

  test('the amount can be corrected until Enter, and not after', () => {
    press('5', '3', 'backspace', '0', 'enter', '9')
    show(snapshots.ready)
    expect(charge).toHaveBeenCalledExactlyOnceWith({ amount: 50, entry: 'card', note: '' })
  })

  test('Escape clears the amount and charges nothing', () => {
    press('5', '0', 'enter', 'escape')
    show(snapshots.ready)
    expect([amount(), charge.mock.calls]).toEqual([0, []])
  })

  test('the key for cash is kept for the counter', () => {
    press('5', '0', 'f8')
    show(snapshots.ready)
    expect(useCashStore.getState().open).toBe(true)
    expect(charge).not.toHaveBeenCalled()
  })

  test.each([
    ['a payment link', 'f5', 'send_link'],
    ['a tab', 'f11', 'open_tab'],
  ] as const)('the key for %s is kept for the counter', (_, key, dialog) => {
    press('5', '0', key)
    expect(useDialogStore.getState().open).toBe(null)
    show({ ...snapshots.ready, settings: { ...snapshots.ready.settings, tabs: true } })
    expect([useDialogStore.getState().open, amount()]).toEqual([dialog, 50])
  })

  test('no tab is asked for in a shop without tabs', () => {
    press('5', '0', 'f11')
    show({ ...snapshots.ready, settings: { ...snapshots.ready.settings, tabs: false } })
    expect([useDialogStore.getState().open, amount()]).toEqual([null, 50])
  })

  test.each(['enter', 'f2', 'f5', 'f8', 'f9', 'f11'])(
    'during an exchange, the typed amount is not charged in any other way: %s',
    (key) => {
      const open = vi.fn(() => new Promise(() => {}))
      vi.stubGlobal('window', { countertop: { commands: { 'sale.charge': charge, 'bill.open': open } } })
      press('5', '0', key)
      const { returns, settings } = snapshots['exchange-order']
      show({ ...snapshots.ready, returns, settings: { ...settings, tabs: true } })
      expect([useDialogStore.getState().open, useCashStore.getState().open, amount()]).toEqual([
        null,
        false,
        50,
      ])
      expect([charge, open].flatMap(({ mock }) => mock.calls)).toEqual([])
    },
  )

  test('the key for a bill in parts is kept for the counter', () => {
    const open = vi.fn(() => new Promise(() => {}))
    vi.stubGlobal('window', { countertop: { commands: { 'sale.charge': charge, 'bill.open': open } } })
    press('5', '0', 'f9')
    show(snapshots.ready)
    expect(open).toHaveBeenCalledOnce()
    expect(charge).not.toHaveBeenCalled()
  })

  test('an amount is not charged later when the previous sale could not be left', () => {
    press('5', '0', 'enter')
    forgetPayAhead()
    show(snapshots.ready)
    expect([amount(), charge.mock.calls]).toEqual([50, []])
  })

  test.each([
    ['the terminal has gone', 'terminal', { terminal: snapshots['terminal-offline'].terminal }],
    ['the service has gone', 'service', { service: { kind: 'unreachable', detail: '' } }],
  ] as const)('when %s meanwhile, the counter reports it and keeps the typed amount', (_, away, changes) => {
    press('5', '0', 'enter')
    show(snapshots.ready, changes)
    expect([amount(), charge.mock.calls, useCommandStore.getState().away]).toEqual([50, [], away])
  })

  test('a dialog that opened first must be answered first', () => {
    press('5', '0', 'enter')
    useDialogStore.setState({ open: 'confirm_close' })
    show(snapshots.ready, { close_asked: true })
    expect([amount(), charge.mock.calls]).toEqual([50, []])
  })

  test('an older snapshot of the ready counter that arrives late charges nothing and takes no digit', () => {
    const late = { ...snapshots.ready, revision }
    show(snapshots.approved, { close_asked: false })
    press('5', '0', 'enter')
    acceptSnapshot(late)
    expect([amount(), charge.mock.calls]).toEqual([50, []])
  })
})

test('a digit pressed while main has not answered the charge does not change the amount', () => {
  useCommandStore.setState({ running: ['sale.charge'] })
  useEntryStore.setState({ amount: 500 })
  pressAmountKey('7')
  expect(amount()).toBe(500)
})

test('an amount paid ahead is not charged after another sale that has returned to the counter meanwhile', () => {
  press('5', '0', '0', 'enter')
  show(snapshots['bill-to-pay'])
  show(snapshots['bill-paid'])
  show(snapshots.ready)
  expect(charge).not.toHaveBeenCalled()
})
