import { wholeRate } from '../order/limits.ts'
import { type Catalogue, type CatalogueItem, type CatalogueTrouble, mostItems } from './catalogue.ts'
import { barcodeKey, ratesOf } from './look-up.ts'
import { hasUnusableGroups } from './option-groups.ts'

/** Checks what the schema cannot: barcodes are unique, and an item's tax rates exist and total at most 100 %. */
export function catalogueTrouble({ items, tax_rates }: Catalogue): CatalogueTrouble | null {
  if (items.length > mostItems) return { kind: 'too_many_items' }
  const barcodes = new Map<string, string>()
  for (const item of items) {
    const by = item.barcode === '' ? undefined : barcodes.get(barcodeKey(item.barcode))
    const trouble = troubleWith(item, by, tax_rates)
    if (trouble !== null) return trouble
    if (item.barcode !== '') barcodes.set(barcodeKey(item.barcode), item.name)
  }
  return null
}

/** The same check for one item that is saved among the others. It ignores faults of the others. */
export function itemTrouble(item: CatalogueItem, { items, tax_rates }: Catalogue): CatalogueTrouble | null {
  if (items.length > mostItems) return { kind: 'too_many_items' }
  const key = item.barcode === '' ? null : barcodeKey(item.barcode)
  const has = (other: CatalogueItem) =>
    other.id !== item.id && other.barcode !== '' && barcodeKey(other.barcode) === key
  return troubleWith(item, key === null ? undefined : items.find(has)?.name, tax_rates)
}

/** @param by the name of another item that already has its barcode */
function troubleWith(
  item: CatalogueItem,
  by: string | undefined,
  tax_rates: Catalogue['tax_rates'],
): CatalogueTrouble | null {
  if (by !== undefined) return { kind: 'barcode_taken', item_id: item.id, by }
  if (hasUnusableGroups(item)) return { kind: 'groups_unusable', item_id: item.id }
  const rates = ratesOf(item, tax_rates)
  if (rates.length < item.tax_rate_ids.length) return { kind: 'tax_rate_missing', item_id: item.id }
  if (rates.reduce((sum, { rate }) => sum + rate, 0) > wholeRate) {
    return { kind: 'tax_rates_above_whole', item_id: item.id }
  }
  return null
}
