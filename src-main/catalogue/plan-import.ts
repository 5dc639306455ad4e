import { type Catalogue, type CatalogueItem, mostItems } from '../../src-shared/pos/catalogue/catalogue.ts'
import type { ImportError, ImportPreview } from '../../src-shared/pos/catalogue/import-preview.ts'
import { barcodeKey } from '../../src-shared/pos/catalogue/look-up.ts'
import { hasUnusableGroups } from '../../src-shared/pos/catalogue/option-groups.ts'
import { type ReadItem, readCsv } from './read-csv.ts'

const mostErrorsShown = 100

export interface ImportPlan {
  readonly preview: ImportPreview
  /** The catalogue with every line that has no error. */
  readonly catalogue: Catalogue
}

/**
 * Plans an import: a line changes the item with its barcode, else one with its name and category, else it adds a new
 * item. Fields without a column stay unchanged, as do items that are not in the file.
 */
export function planImport(catalogue: Catalogue, text: string, newId: () => string): ImportPlan {
  const read = readCsv(text, catalogue.tax_rates)
  if (!read.ok) return { preview: { kind: 'unreadable', ...read.error }, catalogue }
  const items = [...catalogue.items]
  const places = placesOf(items)
  const taken = new Set<number>()
  const errors: ImportError[] = [...read.value.errors]
  const counts = { added: 0, changed: 0, unchanged: 0 }
  for (const { line, item, columns } of read.value.items) {
    const refuse = (problem: ImportError['problem'], value: string) =>
      void errors.push({ line, problem, value })
    const place = places.find(item, columns.has('barcode'), taken)
    if (place === 'taken') {
      refuse('barcode_taken', item.barcode)
      continue
    }
    const before = place === null ? undefined : items[place]
    if (before === undefined) {
      if (items.length >= mostItems) {
        refuse('too_many_items', item.name)
        continue
      }
      taken.add(items.length)
      places.add(item, items.length)
      items.push({ ...item, id: newId(), picture: false })
      counts.added += 1
      continue
    }
    const after = { ...before, ...given(item, columns) }
    // The line alone is valid; combined with the item's other options, which have no column, it may not be.
    if ((columns.has('modifiers') || columns.has('groups')) && hasUnusableGroups(after)) {
      refuse('groups_unusable', item.name)
      continue
    }
    taken.add(place as number)
    places.add(after, place as number)
    items[place as number] = after
    counts[JSON.stringify(after) === JSON.stringify(before) ? 'unchanged' : 'changed'] += 1
  }
  errors.sort((a, b) => a.line - b.line)
  return {
    preview: {
      kind: 'readable',
      ...counts,
      errors: errors.slice(0, mostErrorsShown),
      error_count: errors.length,
    },
    catalogue: { ...catalogue, items },
  }
}

const fieldOf = { taxes: 'tax_rate_ids', age: 'minimum_age' } as const

function given(item: ReadItem['item'], columns: ReadItem['columns']): Partial<CatalogueItem> {
  const fields = [...columns].map((column) =>
    column === 'taxes' || column === 'age' ? fieldOf[column] : column,
  )
  return Object.fromEntries(fields.map((field) => [field, item[field]]))
}

/** The positions of items, indexed by barcode and by name, since a file may have as many lines as the catalogue. */
function placesOf(items: readonly CatalogueItem[]) {
  const byBarcode = new Map<string, number>()
  const byName = new Map<string, number[]>()
  const nameKey = ({ name, category }: Pick<CatalogueItem, 'name' | 'category'>) =>
    `${name.toLowerCase()}\n${category.toLowerCase()}`
  const add = (item: ReadItem['item'], place: number) => {
    if (item.barcode !== '') byBarcode.set(barcodeKey(item.barcode), place)
    byName.set(nameKey(item), [...(byName.get(nameKey(item)) ?? []), place])
  }
  for (const [place, item] of items.entries()) add(item, place)
  return {
    add,
    /** @returns `taken` where an earlier line of the file has this barcode already; null for a new item */
    find(item: ReadItem['item'], hasBarcodes: boolean, taken: ReadonlySet<number>): number | 'taken' | null {
      const same = item.barcode === '' ? undefined : byBarcode.get(barcodeKey(item.barcode))
      if (same !== undefined) return taken.has(same) ? 'taken' : same
      // An unknown barcode is another article of the same name, unless that one has no barcode yet.
      const isFree = (place: number) =>
        !taken.has(place) && (!hasBarcodes || (items[place]?.barcode ?? '') === '')
      return byName.get(nameKey(item))?.find(isFree) ?? null
    },
  }
}
