import type { Row } from '../store/store.ts'
import { endIfStopped } from './stoppable.ts'

/**
 * Processes rows in batches, so that their commits share a transaction.
 * @throws when the service stops; the next start processes the remaining rows.
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
