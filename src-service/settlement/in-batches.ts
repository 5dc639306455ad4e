import type { Row } from '../store/store.ts'
import { endIfStopped } from './stoppable.ts'

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
    endIfStopped({ isStopped })
    await Promise.all(ready.map(work))
  }
  for await (const row of rows) {
    batch.push(row)
    if (batch.length >= size) await flush()
  }
  await flush()
}
