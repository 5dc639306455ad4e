import type { CallFailure } from '../../src-shared/api/client.ts'
import type { CursorQuery } from '../../src-shared/api/schemas/common.ts'
import { ok, type Result } from '../../src-shared/result.ts'

const pageSize = 50

type Page<Item> = {
  readonly data: readonly Item[]
  readonly meta: { readonly has_more: boolean; readonly next_cursor?: string | undefined }
}

type Ask<Item> = (query: CursorQuery) => Promise<Result<Page<Item>, CallFailure>>

/** More rows of a list than a person can read. */
const maximumRows = 2_000

/** Maximum number of pages, for another service whose pages have few rows. */
const maximumPages = 60

/**
 * The pages of a list, one after another, 60 at most. Ends at the first failure.
 * @param from the id of the row before the first page; null for the beginning of the list
 */
export async function* pagesOf<Item>(
  ask: Ask<Item>,
  from: string | null = null,
): AsyncGenerator<Result<{ readonly rows: readonly Item[]; readonly next: string | null }, CallFailure>> {
  let after = from
  for (let pages = 0; pages < maximumPages; pages++) {
    const page = await ask({ limit: pageSize, ...(after === null ? {} : { starting_after: after }) })
    if (!page.ok) return yield page
    const { data, meta } = page.value
    const next = meta.has_more ? (meta.next_cursor ?? null) : null
    yield ok({ rows: data, next })
    // The same cursor again would never end.
    if (next === null || next === after) return
    after = next
  }
}

/**
 * The rows of a list, page by page, until it ends or enough are found.
 * @param isEnough called after each page, with all rows so far and with those of the page alone
 * @param from as for `pagesOf`
 * @returns with `next`, the id to continue from; null where the list ends
 */
export async function pagesUntil<Item>(
  isEnough: (found: readonly Item[], page: readonly Item[]) => boolean,
  ask: Ask<Item>,
  from: string | null = null,
): Promise<Result<{ readonly rows: readonly Item[]; readonly next: string | null }, CallFailure>> {
  const rows: Item[] = []
  let next: string | null = null
  for await (const page of pagesOf(ask, from)) {
    if (!page.ok) return page
    rows.push(...page.value.rows)
    next = page.value.next
    if (isEnough(rows, page.value.rows)) break
  }
  return ok({ rows, next })
}

/** All rows of a list, up to `maximumRows` or `maximumPages`. */
export async function everyPage<Item>(ask: Ask<Item>): Promise<Result<readonly Item[], CallFailure>> {
  const found = await pagesUntil((rows) => rows.length >= maximumRows, ask)
  return found.ok ? ok(found.value.rows) : found
}
