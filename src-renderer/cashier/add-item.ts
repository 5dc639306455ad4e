import { barcodeKey, type CatalogueItem } from '../../src-shared/pos/catalogue/catalogue.ts'
import { oneUnit } from '../../src-shared/pos/order/order.ts'
import { useCatalogueStore } from '../catalogue/catalogue-store.ts'
import { useCashStore } from '../stores/cash-store.ts'
import { openDialog, useDialogStore } from '../stores/dialog-store.ts'
import { goToSales } from '../stores/place-store.ts'
import { useSnapshotStore } from '../stores/snapshot-store.ts'
import { requestOrder, showMessage, useCartStore } from './cart-store.ts'

/** One more of it; where it has no price, that is asked for first. */
export function addItem(item: CatalogueItem): void {
  showMessage(null)
  if (item.price === null) {
    useCartStore.setState({ pricing: item.id })
    openDialog('cart_price')
    return
  }
  void requestOrder({ kind: 'add_item', item_id: item.id, quantity: oneUnit, unit_amount: null })
}

/** Two presses within this are one finger that trembled, ms: the fastest double tap of a hand takes longer. */
const bounceMs = 60

let last = { id: '', at: Number.NEGATIVE_INFINITY }

/** A tap on an item's tile. @param at when, ms */
export function tapItem(item: CatalogueItem, at: number): void {
  const isBounce = last.id === item.id && at - last.at < bounceMs
  last = { id: item.id, at }
  if (!isBounce) addItem(item)
}

/** As counters number their receipts: the paper of an earlier sale was scanned. */
const isReceiptNumber = (barcode: string): boolean => /^[A-Z]{2}\d{4,}$/.test(barcode)

/** Adds what was scanned, or shows why not: never to an order that is being paid. */
export function takeScan(barcode: string): void {
  const { snapshot } = useSnapshotStore.getState()
  const paying = snapshot?.sale.kind !== 'ready' || snapshot.bill !== null || useCashStore.getState().open
  const item = useCatalogueStore.getState().byBarcode.get(barcodeKey(barcode))
  if (paying || useDialogStore.getState().open !== null) showMessage({ kind: 'busy' })
  else if (item !== undefined) addItem(item)
  else if (isReceiptNumber(barcode)) goToSales(barcode)
  else showMessage({ kind: 'unknown', barcode })
}
