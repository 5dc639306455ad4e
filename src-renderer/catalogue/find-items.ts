import type { CatalogueItem } from '../../src-shared/pos/catalogue/catalogue.ts'

/** The items that the counter shows without a search. */
export type ItemView =
  | { readonly kind: 'quick' }
  | { readonly kind: 'all' }
  | { readonly kind: 'category'; readonly category: string }

/** More than a person looks through; the search finds the rest. */
const mostShown = 60

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

export const searchWords = (search: string): readonly string[] => plain(search).split(/\s+/).filter(Boolean)

/** Searches all items, or returns the items of the view. Ignores accents and case. */
export function findItems(
  items: readonly CatalogueItem[],
  view: ItemView,
  search: string,
): { readonly shown: readonly CatalogueItem[]; readonly found: number } {
  const words = searchWords(search)
  const found = items.filter(
    (item) => item.active && (words.length > 0 ? isMeant(item, words) : isIn(item, view)),
  )
  return { shown: found.slice(0, mostShown), found: found.length }
}

export function isMeant({ name, category, barcode }: CatalogueItem, words: readonly string[]): boolean {
  const text = `${plain(name)} ${plain(category)} ${barcode}`
  return words.every((word) => text.includes(word))
}

function isIn(item: CatalogueItem, view: ItemView): boolean {
  if (view.kind === 'category') return item.category === view.category
  return view.kind === 'all' || item.quick
}

export const categoriesOf = (items: readonly CatalogueItem[]): readonly string[] =>
  [...new Set(items.flatMap(({ active, category }) => (active && category !== '' ? [category] : [])))].sort(
    (a, b) => a.localeCompare(b),
  )

export const firstView = (items: readonly CatalogueItem[]): ItemView =>
  items.some(({ quick, active }) => quick && active) ? { kind: 'quick' } : { kind: 'all' }

/** The chosen view while it has items to sell, or else the first one. */
export const viewOf = (items: readonly CatalogueItem[], chosen: ItemView | null): ItemView =>
  chosen !== null && items.some((item) => item.active && isIn(item, chosen)) ? chosen : firstView(items)
