import { isReceiptNumber } from '../../../src-shared/pos/bill/is-receipt-number.ts'
import type { CatalogueItem } from '../../../src-shared/pos/catalogue/catalogue.ts'
import { barcodeKey } from '../../../src-shared/pos/catalogue/look-up.ts'
import { ageCheckIn } from '../../../src-shared/pos/order/age-check.ts'
import { oneUnit } from '../../../src-shared/pos/order/limits.ts'
import { catalogueNow, useCatalogueStore, whenItemsRead } from '../../catalogue/catalogue-store.ts'
import { useCashStore } from '../../stores/cash-store.ts'
import { closeDialog, type DialogName, openDialog, useDialogStore } from '../../stores/dialog-store.ts'
import { goToSales } from '../../stores/place-store.ts'
import { useSnapshotStore } from '../../stores/snapshot-store.ts'
import { type Adding, bookNow, requestOrder, showMessage, useCartStore } from './cart-store.ts'

/** Adds one unit of the item. Most items have nothing to ask about, so one press is enough. */
export function addItem(item: CatalogueItem): void {
  showMessage(null)
  goOnAdding({ item_id: item.id, unit_amount: null, names: null, of_age: false })
}

/** Opens a dialog for each missing answer in turn, then adds the item. */
export function goOnAdding(adding: Adding): void {
  const item = catalogueNow().items.find(({ id }) => id === adding.item_id)
  const asks = item === undefined ? null : missingOf(item, adding)
  useCartStore.setState({ adding: asks === null ? null : adding })
  if (asks !== null) {
    openDialog(asks)
    return
  }
  if (useDialogStore.getState().open !== null) closeDialog()
  const { item_id, unit_amount, names, of_age } = adding
  void requestOrder({
    kind: 'add_item',
    item_id,
    quantity: oneUnit,
    unit_amount,
    ...(names === null ? {} : { names: [...names] }),
    ...(of_age ? { of_age } : {}),
  })
}

function missingOf(
  { minimum_age, groups, price }: CatalogueItem,
  { of_age, names, unit_amount }: Adding,
): DialogName | null {
  if (minimum_age !== null && !of_age && ageCheckIn(bookNow().draft, minimum_age) === null) return 'cart_age'
  if (groups.length > 0 && names === null) return 'cart_options'
  return price === null && unit_amount === null ? 'cart_price' : null
}

/** Two presses within this time are one unsteady press, in ms. The fastest deliberate double tap takes longer. */
const bounceMs = 60

let last = { id: '', at: Number.NEGATIVE_INFINITY }

/** Handles a tap on an item's tile. @param at time of the tap, in ms */
export function tapItem(item: CatalogueItem, at: number): void {
  const isBounce = last.id === item.id && at - last.at < bounceMs
  last = { id: item.id, at }
  if (!isBounce) addItem(item)
}

/** Adds the scanned item, or shows why it cannot. Never adds to an order that is being paid. */
export function takeScan(barcode: string): void {
  if (isElsewhere()) showMessage({ kind: 'busy' })
  else whenItemsRead(() => addScanned(barcode))
}

function isElsewhere(): boolean {
  const { snapshot } = useSnapshotStore.getState()
  const paying = snapshot?.sale.kind !== 'ready' || snapshot.bill !== null || useCashStore.getState().open
  return paying || useDialogStore.getState().open !== null
}

function addScanned(barcode: string): void {
  const item = useCatalogueStore.getState().byBarcode.get(barcodeKey(barcode))
  // The scan may have waited until the items were read.
  if (isElsewhere()) showMessage({ kind: 'busy' })
  else if (item !== undefined) addItem(item)
  else if (isReceiptNumber(barcode)) goToSales(barcode)
  else showMessage({ kind: 'unknown', barcode })
}
