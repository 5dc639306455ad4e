import type { ServiceError } from '../../src-shared/api/errors.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { createPageFilling, cursorNotInList, type Page } from '../store/read-page.ts'
import { rowsOf } from '../store/rows-of.ts'
import type { Condition, Kind, Query, Row, Store } from '../store/store.ts'

/** Rows of one kind in a list of several kinds. */
export interface Part<Item> {
  readonly kind: Kind
  readonly where: readonly Condition[]
  /** @returns null for a row that the list leaves out */
  item(row: Row<never>): Item | null
}

interface List<Item> {
  readonly accountIds: readonly string[]
  /** In the order of the list. */
  readonly parts: readonly Part<Item>[]
  /** Whether a row that is no longer in the list is still a valid cursor. */
  readonly isPassing: boolean
}

type ListStore = Pick<Store, 'find' | 'list'>

/** More than usual: on SQLite every read looks into each account. */
const rowsAtOnce = 250

/**
 * Reads a page of a list of several kinds of rows: one kind after the other, of each the newest first. The page ends
 * after about a megabyte, like any list's.
 */
export async function pageOfParts<Item extends { readonly id: string }>(
  store: ListStore,
  list: List<Item>,
  { starting_after, limit }: { readonly starting_after?: string | undefined; readonly limit: number },
): Promise<Result<Page<Item>, ServiceError>> {
  const from = starting_after === undefined ? ok(start) : await placeOf(store, list, starting_after)
  if (!from.ok) return from
  const fits = createPageFilling()
  const data: Item[] = []
  for await (const item of itemsFrom(store, list, from.value, limit)) {
    const last = data.at(-1)
    const isOver = data.length === limit || !fits(item)
    if (isOver && last !== undefined) {
      return ok({ data, meta: { has_more: true, limit, next_cursor: last.id } })
    }
    data.push(item)
  }
  return ok({ data, meta: { has_more: false, limit } })
}

/** Where a page begins: in which part, and after which row of it. */
interface Place {
  readonly part: number
  readonly after: Query['after']
}
const start: Place = { part: 0, after: undefined }

/** An id of another tenant counts as unknown. */
async function placeOf(
  store: ListStore,
  { accountIds, parts, isPassing }: List<unknown>,
  id: string,
): Promise<Result<Place, ServiceError>> {
  for (const [part, { kind, where }] of parts.entries()) {
    const row = await store.find<never>(kind, id)
    if (row === null || !accountIds.includes(row.account_id)) continue
    if (!isPassing && !where.every((condition) => isMet(condition, row.document))) continue
    return ok({ part, after: { created_at: row.created_at, id } })
  }
  return err(cursorNotInList(id, 'starting_after'))
}

const isMet = (condition: Condition, document: Readonly<Record<string, unknown>>): boolean =>
  condition.is === '=' && document[condition.column] === condition.value

async function* itemsFrom<Item>(
  store: ListStore,
  { accountIds: account_ids, parts }: List<Item>,
  { part: first, after }: Place,
  limit: number,
): AsyncGenerator<Item> {
  for (const [index, { kind, where, item }] of parts.entries()) {
    if (index < first) continue
    const place = index === first && after !== undefined ? { after } : {}
    const rows = rowsOf<never>(store, kind, { account_ids, where, ...place }, Math.min(limit + 1, rowsAtOnce))
    for await (const row of rows) {
      const found = item(row)
      if (found !== null) yield found
    }
  }
}
