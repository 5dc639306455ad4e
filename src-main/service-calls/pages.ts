import type { CallFailure } from '../../src-shared/api/client.ts'
import type { CursorQuery } from '../../src-shared/api/schemas/common.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'

const pageSize = 50

interface Row {
  readonly id: string
}

type Page<Item> = {
  readonly data: readonly Item[]
  readonly meta: { readonly has_more: boolean; readonly next_cursor?: string | undefined }
}

export type Ask<Item> = (
  query: CursorQuery & { readonly limit: number },
) => Promise<Result<Page<Item>, CallFailure>>

/** Maximum number of pages, for another service whose pages have few rows. */
const maximumPages = 60

/** Maximum number of pages of a list that is needed whole: a list of more has no end. */
const maximumPagesOfAll = 4_000

/**
 * The pages of a list, one after another. Ends at the first failure.
 * @param from the id of the row before the first page; null for the beginning of the list
 * @param most maximum number of pages
 */
export async function* pagesOf<Item extends Row>(
  ask: Ask<Item>,
  from: string | null = null,
  most = maximumPages,
): AsyncGenerator<Result<{ readonly rows: readonly Item[]; readonly next: string | null }, CallFailure>> {
  let after = from
  for (let pages = 0; pages < most; pages++) {
    const page = await ask({ limit: pageSize, ...(after === null ? {} : { starting_after: after }) })
    if (!page.ok) return yield page
    const { data, meta } = page.value
    const next = meta.has_more ? (meta.next_cursor ?? data.at(-1)?.id ?? null) : null
    yield ok({ rows: data, next })
    // The same cursor again would never end.
    if (next === null || next === after) return
    after = next
  }
}

/**
 * The rows of a list, page by page, until it ends or enough are found, or `maximumPages` are read.
 * @param isEnough called after each page, with all rows so far and with those of the page alone
 * @param from as for `pagesOf`
 * @returns with `next`, the id to continue from; null where the list ends
 */
export async function pagesUntil<Item extends Row>(
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

/**
 * All rows of a list. Fails if its end is not reached: a sum of some rows is not their sum, and a row that was not read
 * may be there.
 * @param isPast called with the rows of each page: whether no further ones are needed
 */
export async function everyPage<Item extends Row>(
  ask: Ask<Item>,
  isPast: (page: readonly Item[]) => boolean = () => false,
): Promise<Result<readonly Item[], CallFailure>> {
  const all: Item[] = []
  for await (const page of pagesOf(ask, null, maximumPagesOfAll)) {
    if (!page.ok) return page
    const { rows, next } = page.value
    all.push(...rows)
    if (next === null || isPast(rows)) return ok(all)
  }
  return err({ kind: 'no_answer', reason: 'The service sent a list without an end.' })
}
