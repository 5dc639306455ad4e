import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kind, Query, Row, Store } from './store.ts'

/** Few, as a request that comes meanwhile waits for a page of large documents several times. */
const usualPageSize = 50

/** Every row of a list, newest first, page by page; large rows are read a few at once. Rows that leave the list on the way do not upset it. */
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
    // SQLite answers within the same turn: without this every request would wait for the end of a long list.
    await nextTurn()
  }
}
