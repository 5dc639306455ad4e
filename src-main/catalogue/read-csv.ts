import { parse } from 'csv-parse/sync'
import { textOfCell } from '../../src-shared/csv-cell.ts'
import { holdsCardData } from '../../src-shared/payments/card-data.ts'
import { type CatalogueItem, type ItemColour, itemColours } from '../../src-shared/pos/catalogue/catalogue.ts'
import type {
  ImportError,
  ImportProblem,
  ImportRefusal,
} from '../../src-shared/pos/catalogue/import-preview.ts'
import { largestUnitAmount, wholeRate } from '../../src-shared/pos/order/limits.ts'
import { minimumAgeSchema, type TaxRate } from '../../src-shared/pos/order/order.ts'
import { parsePrice } from '../../src-shared/price-text.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { listed, parseGroups, parseModifiers } from './options-text.ts'
import { taxNamed } from './tax-names.ts'
import { type CsvColumn, csvColumns } from './write-csv.ts'

/** An item as in the file, without an id: the catalogue may have one. */
export interface ReadItem {
  readonly line: number
  readonly item: Omit<CatalogueItem, 'id' | 'picture'>
  /** The columns of the file: fields without a column stay unchanged. */
  readonly columns: ReadonlySet<CsvColumn>
}

export interface ReadCsv {
  readonly items: readonly ReadItem[]
  readonly errors: readonly ImportError[]
}

interface Row {
  readonly record: readonly string[]
  readonly info: { readonly lines: number }
}

export function readCsv(text: string, rates: readonly TaxRate[]): Result<ReadCsv, ImportRefusal> {
  const rows = rowsOf(text)
  if (rows === null) return err({ reason: 'no_table' })
  const [head, ...body] = rows
  if (head === undefined) return err({ reason: 'empty' })
  const places = new Map<CsvColumn, number>()
  for (const [index, cell] of head.record.entries()) {
    const column = columnOf(cell)
    if (column !== null && !places.has(column)) places.set(column, index)
  }
  if (!places.has('name')) return err({ reason: 'no_name_column' })
  if (body.length === 0) return err({ reason: 'empty' })
  const cardData = cardDataIn(head, body, places)
  if (cardData !== null) return err(cardData)
  const columns = new Set(places.keys())
  const items: ReadItem[] = []
  const errors: ImportError[] = []
  for (const { record, info } of body) {
    const cell = (column: CsvColumn): string => textOfCell((record[places.get(column) ?? -1] ?? '').trim())
    const read = itemOf(cell, rates)
    if (read.ok) items.push({ line: info.lines, item: read.value, columns })
    else errors.push({ line: info.lines, ...read.error })
  }
  return ok({ items, errors })
}

/** Searches the imported columns, except barcodes, whose digits sometimes look like a card number. */
function cardDataIn(
  head: Row,
  body: readonly Row[],
  places: ReadonlyMap<CsvColumn, number>,
): ImportRefusal | null {
  const searched = [...places].filter(([column]) => column !== 'barcode').map(([, place]) => place)
  for (const { record, info } of body)
    for (const place of searched)
      if (holdsCardData(record[place] ?? ''))
        return { reason: 'card_data', line: info.lines, column: (head.record[place] ?? '').trim() }
  return null
}

/** The delimiter is the first line's most frequent one: semicolons go with decimal commas. */
function rowsOf(text: string): readonly Row[] | null {
  const head = text.split(/\r?\n/, 1)[0] ?? ''
  const delimiter = [',', ';', '\t'].reduce((best, one) =>
    head.split(one).length > head.split(best).length ? one : best,
  )
  try {
    // `info` adds the line number to each record; the library's types do not include it.
    return parse(text, {
      bom: true,
      info: true,
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
    }) as unknown as readonly Row[]
  } catch {
    return null
  }
}

/** Names used by other programs for the same columns. */
const otherNames: Readonly<Record<string, CsvColumn>> = {
  item: 'name',
  'item name': 'name',
  title: 'name',
  ean: 'barcode',
  upc: 'barcode',
  gtin: 'barcode',
  sku: 'barcode',
  tax: 'taxes',
  color: 'colour',
}

function columnOf(cell: string): CsvColumn | null {
  const name = cell.trim().toLowerCase()
  return csvColumns.find((column) => column === name) ?? otherNames[name] ?? null
}

type Wrong = Omit<ImportError, 'line'>
const wrong = (problem: ImportProblem, value: string): Result<never, Wrong> =>
  err({ problem, value: value.slice(0, 60) })

function itemOf(
  cell: (column: CsvColumn) => string,
  rates: readonly TaxRate[],
): Result<ReadItem['item'], Wrong> {
  const [name, category, barcode] = [cell('name'), cell('category'), cell('barcode')]
  if (name === '') return wrong('name_missing', '')
  if (name.length > 100) return wrong('name_too_long', name)
  if (category.length > 40) return wrong('category_too_long', category)
  if (barcode.length > 80) return wrong('barcode_too_long', barcode)
  const price = cell('price') === '' ? null : parsePrice(cell('price'))
  if (cell('price') !== '' && (price === null || price < 0 || price > largestUnitAmount)) {
    return wrong('price_wrong', cell('price'))
  }
  const colour = cell('colour') === '' ? 'plain' : colourOf(cell('colour'))
  if (colour === null) return wrong('colour_unknown', cell('colour'))
  const taxes = taxesOf(cell('taxes'), rates)
  if (!taxes.ok) return taxes
  const modifiers = parseModifiers(listed(cell('modifiers')))
  if (modifiers === null) return wrong('modifier_wrong', cell('modifiers'))
  const groups = parseGroups(cell('groups'), modifiers)
  if (groups === null) return wrong('groups_wrong', cell('groups'))
  const minimum_age = cell('age') === '' ? null : Number(cell('age'))
  if (minimum_age !== null && !minimumAgeSchema.safeParse(minimum_age).success) {
    return wrong('age_wrong', cell('age'))
  }
  const [quick, active] = [truth(cell('quick'), false), truth(cell('active'), true)]
  if (quick === null) return wrong('yes_or_no', cell('quick'))
  if (active === null) return wrong('yes_or_no', cell('active'))
  return ok({
    name,
    price,
    category,
    colour,
    quick,
    barcode,
    tax_rate_ids: taxes.value,
    modifiers,
    groups,
    minimum_age,
    active,
  })
}

const colourOf = (text: string): ItemColour | null =>
  itemColours.find((colour) => colour === text.toLowerCase()) ?? null

function taxesOf(text: string, rates: readonly TaxRate[]): Result<readonly string[], Wrong> {
  const names = listed(text)
  const named: TaxRate[] = []
  for (const [index, name] of names.entries()) {
    const one = taxNamed(names, index, rates)
    if (typeof one === 'string') return wrong(`tax_${one}`, name)
    named.push(one)
  }
  const found = rates.filter((one) => named.includes(one))
  const isTooMuch = found.length > 5 || found.reduce((sum, { rate }) => sum + rate, 0) > wholeRate
  return isTooMuch ? wrong('taxes_too_high', text) : ok(found.map(({ id }) => id))
}

function truth(text: string, otherwise: boolean): boolean | null {
  if (text === '') return otherwise
  if (/^(yes|y|true|1|si|sí|oui|x)$/i.test(text)) return true
  return /^(no|n|false|0|non)$/i.test(text) ? false : null
}
