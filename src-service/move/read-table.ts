import type pg from 'pg'
import type { MovedRow, MovedTable } from './what-is-moved.ts'

/** Approximate size of a batch, in characters. */
const batchLength = 1_000_000
const mostRows = 5_000

/** @returns the rows to fetch next, by the size of the last batch: rows hold a few characters or whole documents. */
export function nextBatch(last: { readonly rows: number; readonly length: number }): number {
  const fitting = Math.floor(batchLength / Math.max(1, last.length / Math.max(1, last.rows)))
  return Math.max(1, Math.min(fitting, last.rows * 4, mostRows))
}

/** Reads every row of a table in batches with a cursor: in one pass, in the order of the table. */
export async function* readTable(
  client: pg.ClientBase,
  { name, columns }: MovedTable,
): AsyncGenerator<MovedRow> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
  try {
    await client.query(`DECLARE kept NO SCROLL CURSOR FOR SELECT ${columns.join(', ')} FROM ${name}`)
    let size = 8
    for (;;) {
      const { rows } = await client.query<unknown[] & MovedRow>({
        ...{ text: `FETCH ${size} FROM kept`, rowMode: 'array' },
      })
      yield* rows
      if (rows.length < size) break
      size = nextBatch({ rows: rows.length, length: lengthOf(rows) })
    }
  } finally {
    await client.query('ROLLBACK').catch(() => undefined)
  }
}

const lengthOf = (rows: readonly MovedRow[]): number =>
  rows.reduce((total, row) => row.reduce<number>((sum, value) => sum + String(value ?? '').length, total), 0)
