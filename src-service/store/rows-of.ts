import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kind, Query, Row, Store } from './store.ts'

/** Small, because a concurrent request waits for a page of large documents several times. */
const usualPageSize = 50

/**
 * Yields every row of a list, newest first, reading page by page; use a small page for large rows. Rows may leave the
 * list while it is read.
 */
export async function* rowsOf<Document>(
  store: Pick<Store, 'list'>,
  kind: Kind,
  query: Omit<Query, 'limit' | 'before'>,
  pageSize = usualPageSize,
): AsyncGenerator<Row<Document>> {
  let after = query.after
  for (;;) {
    const rows = await store.list<Document>(kind, {
      ...query,
      limit: pageSize,
      ...(after === undefined ? {} : { after }),
    })
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < pageSize) return
    after = { created_at: last.created_at, id: last.id }
    // SQLite answers synchronously: without this, every request would wait for the end of a long list.
    await nextTurn()
  }
}

/** The order of every list. */
export const newestFirst = (
  one: Pick<Row, 'created_at' | 'id'>,
  other: Pick<Row, 'created_at' | 'id'>,
): number => other.created_at - one.created_at || (other.id < one.id ? -1 : 1)
