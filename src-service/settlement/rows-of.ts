import type { Kind, Query, Row, Store } from '../store/store.ts'

const pageSize = 200

/** Every row of a list, newest first, page by page. Rows that leave the list on the way do not upset it. */
export async function* rowsOf<Document>(
  store: Pick<Store, 'list'>,
  kind: Kind,
  query: Omit<Query, 'limit' | 'before'>,
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
  }
}

/**
 * Works on rows a few at a time, so that their commits share a transaction.
 * @throws when the service stops: what is left is for the next start.
 */
export async function inBatches<Document>(
  rows: AsyncIterable<Row<Document>>,
  { size, isStopped }: { readonly size: number; readonly isStopped: () => boolean },
  work: (row: Row<Document>) => Promise<void>,
): Promise<void> {
  let batch: Row<Document>[] = []
  const flush = async () => {
    const ready = batch
    batch = []
    if (isStopped()) throw new Error('the service stops')
    await Promise.all(ready.map(work))
  }
  for await (const row of rows) {
    batch.push(row)
    if (batch.length >= size) await flush()
  }
  await flush()
}
