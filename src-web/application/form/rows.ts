import type { TextOf } from '../fields/field.ts'

/** A person of the list, with a key of the page's own, since positions change when a person is removed. */
export interface Row {
  readonly key: string
  /** Position in the service's list; null before the first save. */
  readonly at: number | null
  /** The service's id; null before the first save. */
  readonly id: string | null
}

let keys = 0
/** @returns a key that is unique on this page */
const newKey = (): string => {
  keys += 1
  return `p${keys}`
}

export const newRow = (): Row => ({ key: newKey(), at: null, id: null })

export const idOf = (item: unknown): string | null => (item as { readonly id?: string } | null)?.id ?? null

/** Changes to a list that the service does not have yet. */
export interface Unsaved {
  /** Ids of removed people. */
  readonly removed: ReadonlySet<string>
  readonly hasTyped: (key: string) => boolean
}

/**
 * The rows for the service's current list, matched by id. Known rows keep their key; unsaved ones follow. A person
 * removed on another device stays only if something was typed for them here. There is always at least one row to fill
 * in.
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

/** After a save: the sent rows get the positions they were sent in, and their new ids. */
export const rowsSaved = (
  rows: readonly Row[],
  sent: readonly Row[],
  items: readonly unknown[],
): readonly Row[] =>
  rows.map((row) => {
    const at = sent.findIndex(({ key }) => key === row.key)
    return at < 0 ? row : { key: row.key, at, id: idOf(items[at]) }
  })

/** Maps `owners.1.email` to `owners.{key}.email` on the page, whatever the person's position here. */
export function pathOnPage(param: string, listPath: string, rows: readonly Row[]): string | null {
  if (param === listPath) return null
  if (!param.startsWith(`${listPath}.`)) return param
  const [place = '', ...rest] = param.slice(listPath.length + 1).split('.')
  const row = rows.find(({ at }) => at === Number(place))
  return row === undefined ? null : `${listPath}.${row.key}.${rest.join('.')}`
}

/** The sum of the owners' shares, in percent; 100 is the maximum. */
export const sharesOf = (listPath: string, rows: readonly Row[], text: TextOf): number =>
  rows.reduce((sum, { key }) => {
    const percent = Number(text(`${listPath}.${key}.ownership_percent`).replace(/\s*%$/, ''))
    return sum + (Number.isFinite(percent) ? percent : 0)
  }, 0)
