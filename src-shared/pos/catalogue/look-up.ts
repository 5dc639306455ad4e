import type { TaxRate } from '../order/order.ts'
import type { Catalogue, CatalogueItem } from './catalogue.ts'

// Free of schemas: the counter's first screen needs these functions, and does not need any schema.

export const emptyCatalogue: Catalogue = { items: [], tax_rates: [] }

export const ratesOf = (
  { tax_rate_ids }: Pick<CatalogueItem, 'tax_rate_ids'>,
  rates: readonly TaxRate[],
): readonly TaxRate[] => rates.filter(({ id }) => tax_rate_ids.includes(id))

/** Makes UPC (12 digits) and EAN (13 digits) of the same article equal: scanners send either one. */
export const barcodeKey = (barcode: string): string =>
  /^\d{8,14}$/.test(barcode.trim()) ? barcode.trim().padStart(14, '0') : barcode.trim()

/** The index in which the counter looks up scanned barcodes. */
export const barcodeIndex = (items: readonly CatalogueItem[]): ReadonlyMap<string, CatalogueItem> =>
  new Map(
    items.flatMap((item) =>
      item.barcode === '' || !item.active ? [] : [[barcodeKey(item.barcode), item] as const],
    ),
  )
