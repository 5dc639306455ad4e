import type pg from 'pg'
import type { MovedRow, MovedTable } from './what-is-moved.ts'

/** A batch is as large as keeps its rows near so many characters. */
const batchLength = 1_000_000
const mostRows = 5_000

/** @returns how many rows to ask for next, by what the last batch came to: some rows hold a few characters, others whole documents. */
export function nextBatch(last: { readonly rows: number; readonly length: number }): number {
  const fitting = Math.floor(batchLength / Math.max(1, last.length / Math.max(1, last.rows)))
  return Math.max(1, Math.min(fitting, last.rows * 4, mostRows))
}

/** Every row of a table, a batch at a time, by a cursor: the table is read once, in the order in which it lies. */
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
