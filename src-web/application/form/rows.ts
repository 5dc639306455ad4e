import type { TextOf } from '../fields/field.ts'

/** One of a list's people, under a key of the page's own: places change when somebody is taken out. */
export interface Row {
  readonly key: string
  /** Its place in what the service has; null before it was saved. */
  readonly at: number | null
  /** What the service calls it, where it has names. */
  readonly id: string | null
}

let keys = 0
/** @returns a key that no other row of this page has */
const newKey = (): string => {
  keys += 1
  return `p${keys}`
}

export const newRow = (): Row => ({ key: newKey(), at: null, id: null })

const idOf = (item: unknown): string | null => (item as { readonly id?: string } | null)?.id ?? null

/**
 * The rows for what the service has now: those that are known keep their key, and those that are not saved yet follow.
 * There is always one to fill in.
 */
export function rowsFor(rows: readonly Row[], items: readonly unknown[]): readonly Row[] {
  const known = items.map((item, at): Row => {
    const id = idOf(item)
    const row = rows.find((one) => (id === null ? one.at === at : one.id === id))
    return { key: row?.key ?? newKey(), at, id }
  })
  const all = [...known, ...rows.filter(({ at }) => at === null)]
  return all.length === 0 ? [newRow()] : all
}

/** After a save: the rows that were sent have the places that they were sent in. */
export const rowsSaved = (
  rows: readonly Row[],
  sent: readonly Row[],
  items: readonly unknown[],
): readonly Row[] =>
  rows.map((row) => {
    const at = sent.findIndex(({ key }) => key === row.key)
    return at < 0 ? { ...row, at: null, id: null } : { key: row.key, at, id: idOf(items[at]) }
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
