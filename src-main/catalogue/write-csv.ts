import { stringify } from 'csv-stringify/sync'
import { cellOf } from '../../src-shared/csv-cell.ts'
import type { Catalogue, CatalogueItem } from '../../src-shared/pos/catalogue/catalogue.ts'
import { ratesOf } from '../../src-shared/pos/catalogue/look-up.ts'
import { priceText } from '../../src-shared/price-text.ts'
import { groupsText, listOf, modifierText } from './options-text.ts'
import { taxName } from './tax-names.ts'

export const csvColumns = [
  'name',
  'price',
  'category',
  'barcode',
  'taxes',
  'modifiers',
  'groups',
  'age',
  'colour',
  'quick',
  'active',
] as const
export type CsvColumn = (typeof csvColumns)[number]

/** All items as a table that `readCsv` reads back unchanged, one line per item, without pictures. */
export function writeCsv({ items, tax_rates }: Catalogue): string {
  const rows = items.map((item) => {
    const row: Record<CsvColumn, string> = {
      name: cellOf(item.name),
      price: item.price === null ? '' : priceText(item.price),
      category: cellOf(item.category),
      barcode: cellOf(item.barcode),
      taxes: cellOf(listOf(ratesOf(item, tax_rates).map((rate) => taxName(rate, tax_rates)))),
      modifiers: cellOf(listOf(item.modifiers.map(modifierText))),
      groups: cellOf(groupsText(item.groups)),
      age: item.minimum_age === null ? '' : String(item.minimum_age),
      colour: item.colour,
      quick: yesOrNo(item.quick),
      active: yesOrNo(item.active),
    }
    return csvColumns.map((column) => row[column])
  })
  // Spreadsheet programs read UTF-8 only in a file that begins with a byte order mark.
  return stringify([[...csvColumns], ...rows], { bom: true, record_delimiter: 'windows' })
}

const yesOrNo = (value: CatalogueItem['quick']): string => (value ? 'yes' : 'no')
