import { wholeRate } from '../order/limits.ts'
import { type Catalogue, type CatalogueTrouble, mostItems } from './catalogue.ts'
import { barcodeKey, ratesOf } from './look-up.ts'
import { hasUnusableGroups } from './option-groups.ts'

/** What the schema cannot say: barcodes are of one item each, and an item's rates are there and at most 100 %. */
export function catalogueTrouble({ items, tax_rates }: Catalogue): CatalogueTrouble | null {
  if (items.length > mostItems) return { kind: 'too_many_items' }
  const barcodes = new Map<string, string>()
  for (const item of items) {
    const by = item.barcode === '' ? undefined : barcodes.get(barcodeKey(item.barcode))
    if (by !== undefined) return { kind: 'barcode_taken', item_id: item.id, by }
    if (item.barcode !== '') barcodes.set(barcodeKey(item.barcode), item.name)
    if (hasUnusableGroups(item)) return { kind: 'groups_unusable', item_id: item.id }
    const rates = ratesOf(item, tax_rates)
    if (rates.length < item.tax_rate_ids.length) return { kind: 'tax_rate_missing', item_id: item.id }
    if (rates.reduce((sum, { rate }) => sum + rate, 0) > wholeRate) {
      return { kind: 'tax_rates_above_whole', item_id: item.id }
    }
  }
  return null
}
