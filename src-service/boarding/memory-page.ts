import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import { type CursorQuery, defaultPageSize } from '../../src-shared/api/schemas/common.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { cursorNotInList, type Page } from '../store/read-page.ts'

/** Returns a page (section 4) of a list that is short enough to be in memory, in the order of the list. */
export function pageOfList<Item extends { readonly id: string }>(
  items: readonly Item[],
  { starting_after, ending_before, limit = defaultPageSize }: CursorQuery,
): Result<Page<Item>, ServiceError> {
  if (starting_after !== undefined && ending_before !== undefined) {
    const message = 'Send starting_after or ending_before, not both.'
    return refuse('parameter_invalid', message, { param: 'ending_before' })
  }
  const backwards = ending_before !== undefined
  const cursor = ending_before ?? starting_after
  const at = cursor === undefined ? -1 : items.findIndex(({ id }) => id === cursor)
  if (cursor !== undefined && at === -1) {
    return err(cursorNotInList(cursor, backwards ? 'ending_before' : 'starting_after'))
  }
  const rest = backwards ? items.slice(0, at) : items.slice(at + 1)
  const data = backwards ? rest.slice(-limit) : rest.slice(0, limit)
  const has_more = rest.length > data.length
  const next = backwards ? data[0] : data.at(-1)
  return ok({
    data,
    meta: { has_more, limit, ...(has_more && next !== undefined ? { next_cursor: next.id } : {}) },
  })
}
