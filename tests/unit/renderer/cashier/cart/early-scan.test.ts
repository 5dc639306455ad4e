import { beforeEach, expect, test, vi } from 'vitest'
import { takeScan } from '../../../../../src-renderer/cashier/cart/add-item.ts'
import { useCartStore } from '../../../../../src-renderer/cashier/cart/cart-store.ts'
import { useCatalogueStore } from '../../../../../src-renderer/catalogue/catalogue-store.ts'
import { useSnapshotStore } from '../../../../../src-renderer/stores/snapshot-store.ts'
import { nothingToSell } from '../../../../../src-shared/pos/at-start.ts'
import type { CatalogueItem } from '../../../../../src-shared/pos/catalogue/catalogue.ts'
import { barcodeIndex } from '../../../../../src-shared/pos/catalogue/look-up.ts'
import type { Snapshot } from '../../../../../src-shared/pos/snapshot.ts'
import { snapshots } from '../../../../pictures/snapshots.ts'

const tea: CatalogueItem = {
  ...{ id: 'item_1', name: 'Tea', price: 300, category: '', colour: 'plain', picture: false, quick: true },
  ...{
    barcode: '4006381333931',
    tax_rate_ids: [],
    modifiers: [],
    groups: [],
    minimum_age: null,
    active: true,
  },
}
const counter = (
  catalogue: Snapshot['selling']['catalogue'],
  sale: Snapshot['sale'] = { kind: 'ready' },
): Snapshot => ({
  ...snapshots.ready,
  ...{ sale, bill: null, selling: { ...nothingToSell, catalogue } },
})
const read = () =>
  useCatalogueStore.setState({ catalogue: { items: [tea], tax_rates: [] }, byBarcode: barcodeIndex([tea]) })
const shown = () => useCartStore.getState().message

const asked = vi.fn((..._command: readonly unknown[]) => Promise.resolve({ ok: true, value: null }))

beforeEach(() => {
  asked.mockClear()
  vi.stubGlobal('window', { countertop: { commands: { 'order.change': asked } } })
  useCartStore.setState({ message: null })
  useCatalogueStore.setState({ catalogue: null, byBarcode: new Map() })
  useSnapshotStore.setState({ snapshot: counter('loading') })
})

test('barcodes scanned before the catalogue is loaded are looked up when it is loaded', () => {
  takeScan(tea.barcode)
  takeScan('4000000000000')
  useSnapshotStore.setState({ snapshot: counter('ready') })
  expect(shown()).toBeNull()
  expect(asked).not.toHaveBeenCalled()
  read()
  expect(asked).toHaveBeenCalledOnce()
  expect(asked.mock.calls[0]).toMatchObject([{ request: { kind: 'add_item', item_id: 'item_1' } }])
  expect(shown()).toEqual({ kind: 'unknown', barcode: '4000000000000' })
})

test('an early scan is not added once a sale has begun', () => {
  takeScan(tea.barcode)
  useSnapshotStore.setState({ snapshot: counter('ready', snapshots.creating.sale) })
  read()
  expect(asked).not.toHaveBeenCalled()
  expect(shown()).toEqual({ kind: 'busy' })
})

test('an early scan is reported as unknown when the catalogue cannot be loaded', () => {
  vi.useFakeTimers()
  takeScan(tea.barcode)
  useSnapshotStore.setState({ snapshot: counter('none') })
  expect(shown()).toEqual({ kind: 'unknown', barcode: tea.barcode })
  useSnapshotStore.setState({ snapshot: counter('ready') })
  useCartStore.setState({ message: null })
  takeScan(tea.barcode)
  vi.advanceTimersByTime(10_000)
  expect(shown()).toEqual({ kind: 'unknown', barcode: tea.barcode })
  expect(vi.getTimerCount()).toBe(0)
})
