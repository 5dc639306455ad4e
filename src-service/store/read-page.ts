import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import { type CursorQuery, defaultPageSize } from '../../src-shared/api/schemas/common.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { Kind, Query, Row, Store } from './store.ts'

/** A page of a list as defined in section 2.1. */
export interface Page<Document> {
  readonly data: Document[]
  readonly meta: { readonly has_more: boolean; readonly limit: number; readonly next_cursor?: string }
}

/** Which rows are in the list: those of one account, or of all accounts that the key reaches. */
export interface PageScope {
  readonly kind: Kind
  readonly accountIds: readonly string[]
  readonly where?: Query['where']
}

/**
 * Section 4: reads a page by cursor, newest first by (created_at, id). `starting_after` continues to older rows,
 * `ending_before` to newer ones; next_cursor is the value of the same parameter for the next page.
 */
export async function readPage<Document>(
  store: Pick<Store, 'find' | 'list'>,
  scope: PageScope,
  query: CursorQuery,
): Promise<Result<Page<Document>, ServiceError>> {
  return showPage(await readRowPage<Document>(store, scope, query), (row) => row.document)
}

/** Shows each entry of a page in another form. */
export const showPage = <Entry, Shown>(
  page: Result<Page<Entry>, ServiceError>,
  show: (entry: Entry) => Shown,
): Result<Page<Shown>, ServiceError> =>
  page.ok ? ok({ ...page.value, data: page.value.data.map(show) }) : page

/** Same as `readPage`, but returns rows. */
export async function readRowPage<Document>(
  store: Pick<Store, 'find' | 'list'>,
  scope: PageScope,
  query: CursorQuery,
): Promise<Result<Page<Row<Document>>, ServiceError>> {
  const limit = query.limit ?? defaultPageSize
  if (query.starting_after !== undefined && query.ending_before !== undefined) {
    return refuse('parameter_invalid', 'Send starting_after or ending_before, not both.', {
      param: 'ending_before',
    })
  }
  const backwards = query.ending_before !== undefined
  const param = backwards ? 'ending_before' : 'starting_after'
  const cursorId = query[param]
  let position: Pick<Query, 'after' | 'before'> = {}
  if (cursorId !== undefined) {
    const cursor = await store.find(scope.kind, cursorId)
    if (cursor === null || !matches(cursor, scope)) {
      return err(cursorNotInList(cursorId, param))
    }
    const { created_at, id } = cursor
    position = backwards ? { before: { created_at, id } } : { after: { created_at, id } }
  }
  const rows = await store.list<Document>(scope.kind, { ...narrowed(scope), ...position, limit: limit + 1 })
  return ok(cutPage(rows, limit, backwards, countWithin))
}

/**
 * Returns the page of entries of which one more than the limit was read. Those beyond the limit are the ones farthest
 * from the cursor: the oldest going forward, the newest going back.
 */
export function cutPage<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  limit: number,
  backwards: boolean,
  fitting: (entries: readonly Entry[]) => number,
): Page<Entry> {
  const count = Math.min(limit, fitting(backwards ? [...entries].reverse() : entries))
  const has_more = entries.length > count
  const data = backwards ? entries.slice(entries.length - count) : entries.slice(0, count)
  const next = backwards ? data[0] : data.at(-1)
  return {
    data,
    meta: { has_more, limit, ...(has_more && next !== undefined ? { next_cursor: next.id } : {}) },
  }
}

/** @param param the field of the request that names the cursor */
export const cursorNotInList = (cursor: string, param: string): ServiceError =>
  serviceError(
    'parameter_invalid',
    `The cursor ${cursor} is not in this list. Send next_cursor of a page of the same list, or start again without a cursor.`,
    { param },
  )

/**
 * Approximate maximum size of a page, in bytes: fifty rows of the maximum size would burden both sides
 * (docs/decisions/0030).
 */
const mostPageBytes = 1_048_576

/** Returns how many of the rows fit on a page, at least one. */
export const countWithin = (rows: readonly Row[]): number =>
  countFitting(rows.map(({ document }) => document))

/** Same as `countWithin`, for entries that are not rows. */
export function countFitting(entries: readonly unknown[]): number {
  const fits = createPageFilling()
  const beyond = entries.findIndex((entry) => !fits(entry))
  return beyond === -1 ? entries.length : beyond
}

/** Returns whether the next entry still fits on the page, for lists that are read bit by bit; the first one always does. */
export function createPageFilling(): (entry: unknown) => boolean {
  let [entries, bytes] = [0, 0]
  return (entry) => {
    entries += 1
    bytes += Buffer.byteLength(JSON.stringify(entry))
    return entries === 1 || bytes <= mostPageBytes
  }
}

function narrowed({
  accountIds,
  where = [],
}: PageScope): Pick<Query, 'account_id' | 'account_ids' | 'where'> {
  const [only] = accountIds
  if (accountIds.length === 1 && only !== undefined) return { account_id: only, where }
  return { account_ids: accountIds, where }
}

/**
 * Columns that may change while a client pages through a list: a row that has left the list is still a valid cursor.
 */
const passing: ReadonlySet<string> = new Set(['status', 'customer_id', 'email'])

/** Whether a cursor belongs to the list: an id of another tenant counts as unknown. */
const matches = (row: Row, { accountIds, where = [] }: PageScope): boolean =>
  accountIds.includes(row.account_id) &&
  where.every(
    (condition) =>
      condition.is !== '=' ||
      passing.has(condition.column) ||
      (row.document as Readonly<Record<string, unknown>>)[condition.column] === condition.value,
  )
