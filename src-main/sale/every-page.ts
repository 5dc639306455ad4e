import type { CallFailure } from '../../src-shared/api/client.ts'
import type { CursorQuery } from '../../src-shared/api/schemas/common.ts'
import { ok, type Result } from '../../src-shared/result.ts'

type Page<Item> = {
  readonly data: readonly Item[]
  readonly meta: { readonly has_more: boolean; readonly next_cursor?: string | undefined }
}

/** More than this many rows of one list no one could read. */
const maximumRows = 2_000

/** The rows of a list, page by page, until there are no more or those that were found are enough. */
export async function pagesUntil<Item>(
  isEnough: (found: readonly Item[]) => boolean,
  ask: (query: CursorQuery) => Promise<Result<Page<Item>, CallFailure>>,
): Promise<Result<{ readonly rows: readonly Item[]; readonly isWhole: boolean }, CallFailure>> {
  const rows: Item[] = []
  let after: string | undefined
  do {
    const page = await ask({ limit: 50, ...(after === undefined ? {} : { starting_after: after }) })
    if (!page.ok) return page
    rows.push(...page.value.data)
    after = page.value.meta.has_more ? page.value.meta.next_cursor : undefined
  } while (after !== undefined && !isEnough(rows))
  return ok({ rows, isWhole: after === undefined })
}

/** Every page of a list. */
export async function everyPage<Item>(
  ask: (query: CursorQuery) => Promise<Result<Page<Item>, CallFailure>>,
): Promise<Result<readonly Item[], CallFailure>> {
  const found = await pagesUntil((rows) => rows.length >= maximumRows, ask)
  return found.ok ? ok(found.value.rows) : found
}
