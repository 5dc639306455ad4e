import type { TaxRate } from '../order/order.ts'
import type { Catalogue, CatalogueItem } from './catalogue.ts'

// Apart from the schemas: the counter's first screen needs these, and none of those.

export const emptyCatalogue: Catalogue = { items: [], tax_rates: [] }

export const ratesOf = (
  { tax_rate_ids }: Pick<CatalogueItem, 'tax_rate_ids'>,
  rates: readonly TaxRate[],
): readonly TaxRate[] => rates.filter(({ id }) => tax_rate_ids.includes(id))

/** The same article number, as UPC of 12 digits and as EAN of 13: scanners send the one or the other. */
export const barcodeKey = (barcode: string): string =>
  /^\d{8,14}$/.test(barcode.trim()) ? barcode.trim().padStart(14, '0') : barcode.trim()

/** What the counter looks a scan up in. */
export const barcodeIndex = (items: readonly CatalogueItem[]): ReadonlyMap<string, CatalogueItem> =>
  new Map(
    items.flatMap((item) =>
      item.barcode === '' || !item.active ? [] : [[barcodeKey(item.barcode), item] as const],
    ),
  )
