import { beforeEach, describe, expect, test } from 'vitest'
import { useCashStore } from '../../../../src-renderer/stores/cash-store.ts'
import { payEntry, requestCard, requestPayment, takesCash } from '../../../../src-renderer/stores/charge.ts'
import { useCommandStore } from '../../../../src-renderer/stores/command-store.ts'
import { closeDialog, useDialogStore } from '../../../../src-renderer/stores/dialog-store.ts'
import { clearEntry, type PayWay, useEntryStore } from '../../../../src-renderer/stores/entry-store.ts'
import { useSnapshotStore } from '../../../../src-renderer/stores/snapshot-store.ts'
import { snapshots } from '../../../pictures/snapshots.ts'

beforeEach(() => {
  clearEntry()
  closeDialog()
  useCashStore.setState({ open: false })
  const snapshot = { ...snapshots.ready, settings: { ...snapshots.ready.settings, ask_above: 10_000 } }
  useSnapshotStore.setState({ snapshot })
})

describe('an amount above the limit', () => {
  const ways: readonly PayWay[] = ['card', 'manual', 'cash', 'split']
  test.each(ways)('an amount above the limit needs a confirmation before it is paid by %s', (way) => {
    requestPayment(way, { id: 'order_1', total: 10_001 })
    expect(useDialogStore.getState().open).toBe('confirm_charge')
    expect(useEntryStore.getState().way).toBe(way)
    expect(useCashStore.getState().open).toBe(false)
  })

  test('a confirmed amount opens the cash page at once, for the order that was confirmed', () => {
    const order = { id: 'order_1', total: 10_001 }
    requestPayment('cash', order)
    payEntry(useEntryStore.getState().way)
    expect(useCashStore.getState().open).toBe(true)
    expect(useEntryStore.getState().order).toEqual(order)
  })
})

describe('an amount of zero', () => {
  const ways: readonly PayWay[] = ['card', 'manual', 'cash', 'split']
  test.each(ways)('an amount of zero is never paid, confirmed or sent to main: %s', (way) => {
    for (const order of [null, { id: 'order_1', total: 0 }]) {
      requestPayment(way, order)
      payEntry(way)
      expect(useDialogStore.getState().open).toBeNull()
      expect(useCashStore.getState().open).toBe(false)
      expect(useCommandStore.getState().running).toEqual([])
    }
  })

  test('a confirmation charges nothing when the amount was cleared meanwhile', () => {
    useEntryStore.setState({ amount: 10_001 })
    requestPayment('card')
    expect(useDialogStore.getState().open).toBe('confirm_charge')
    clearEntry()
    payEntry(useEntryStore.getState().way)
    expect(useCommandStore.getState().running).toEqual([])
  })

  test('a button drawn for an earlier amount charges nothing', () => {
    requestCard('card', 1234, null)
    expect(useCommandStore.getState()).toMatchObject({ running: [], away: null })
  })
})

test('an amount up to the limit is paid in cash without a question', () => {
  requestPayment('cash', { id: 'order_1', total: 10_000 })
  expect(useDialogStore.getState().open).toBeNull()
  expect(useCashStore.getState().open).toBe(true)
})

test('cash is taken while the service is away, but not before the counter was opened', () => {
  const settings = { ...snapshots.ready.settings, cash: true }
  const away = { kind: 'unreachable', detail: 'It ended with code 1.' } as const
  expect(takesCash({ settings, service: away })).toBe(true)
  expect(takesCash({ settings, service: { ...away, unopened: true } })).toBe(false)
  expect(takesCash({ settings: { ...settings, cash: false }, service: away })).toBe(false)
})
