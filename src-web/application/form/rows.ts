import type { TextOf } from '../fields/field.ts'

/** One of a list's people, under a key of the page's own: places change when somebody is taken out. */
export interface Row {
  readonly key: string
  /** Its place in what the service has; null before it was saved. */
  readonly at: number | null
  /** What the service calls it; null before it was saved. */
  readonly id: string | null
}

let keys = 0
/** @returns a key that no other row of this page has */
const newKey = (): string => {
  keys += 1
  return `p${keys}`
}

export const newRow = (): Row => ({ key: newKey(), at: null, id: null })

export const idOf = (item: unknown): string | null => (item as { readonly id?: string } | null)?.id ?? null

/** What this page has done to a list that the service does not know of yet. */
export interface Unsaved {
  /** Ids of those who were taken out. */
  readonly removed: ReadonlySet<string>
  readonly hasTyped: (key: string) => boolean
}

/**
 * The rows for what the service has now, by their ids: those that are known keep their key, and those that are not saved
 * yet follow. Who was taken out on another device stays only as far as something was typed of them here. There is always
 * one to fill in.
 */
export function rowsFor(
  rows: readonly Row[],
  items: readonly unknown[],
  { removed, hasTyped }: Unsaved,
): readonly Row[] {
  const known = items.flatMap((item, at): readonly Row[] => {
    const id = idOf(item)
    if (id !== null && removed.has(id)) return []
    const row = rows.find((one) => one.id !== null && one.id === id)
    return [{ key: row?.key ?? newKey(), at, id }]
  })
  const isOnlyRow = rows.length === 1 && known.length > 0
  const others = rows.filter(({ key, id }) =>
    id === null ? !isOnlyRow || hasTyped(key) : known.every((row) => row.key !== key) && hasTyped(key),
  )
  const all = [...known, ...others.map(({ key }): Row => ({ key, at: null, id: null }))]
  return all.length === 0 ? [newRow()] : all
}

/** After a save: the rows that were sent have the places that they were sent in, and the ids that they were given. */
export const rowsSaved = (
  rows: readonly Row[],
  sent: readonly Row[],
  items: readonly unknown[],
): readonly Row[] =>
  rows.map((row) => {
    const at = sent.findIndex(({ key }) => key === row.key)
    return at < 0 ? row : { key: row.key, at, id: idOf(items[at]) }
  })

/** `owners.1.email` is `owners.{key}.email` on the page, whichever place the person has here. */
export function pathOnPage(param: string, listPath: string, rows: readonly Row[]): string | null {
  if (param === listPath) return null
  if (!param.startsWith(`${listPath}.`)) return param
  const [place = '', ...rest] = param.slice(listPath.length + 1).split('.')
  const row = rows.find(({ at }) => at === Number(place))
  return row === undefined ? null : `${listPath}.${row.key}.${rest.join('.')}`
}

/** What the owners' shares add up to; 100 is the most. */
export const sharesOf = (listPath: string, rows: readonly Row[], text: TextOf): number =>
  rows.reduce((sum, { key }) => {
    const percent = Number(text(`${listPath}.${key}.ownership_percent`).replace(/\s*%$/, ''))
    return sum + (Number.isFinite(percent) ? percent : 0)
  }, 0)
