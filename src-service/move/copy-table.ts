import type pg from 'pg'
import { copyInto, copyLine } from './copy-in.ts'
import type { MovedRow, MovedTable } from './what-is-moved.ts'

/** Those that are made anew when the rows are there; a primary key stays. */
const indexesSql = `
  SELECT indexname::text AS name, indexdef AS definition FROM pg_indexes
  WHERE schemaname = current_schema() AND tablename = $1 AND indexname NOT IN
    (SELECT constraint_name FROM information_schema.table_constraints WHERE table_schema = current_schema())`

/** Characters that are sent at once. */
const chunkLength = 262_144

/**
 * Copies a table in one transaction, with its indexes made when all rows are there, which is quicker than to keep them meanwhile.
 * Cut off anywhere, the table is as it was.
 */
export async function copyTable(
  client: pg.ClientBase,
  { name, columns }: MovedTable,
  rows: Iterable<MovedRow>,
): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`TRUNCATE ${name}`)
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(indexesSql, [name])
    for (const index of indexes) await client.query(`DROP INDEX ${index.name}`)
    await copyInto(client, `COPY ${name} (${columns.join(', ')}) FROM STDIN`, chunksOf(rows))
    for (const index of indexes) await client.query(index.definition)
    await client.query('COMMIT')
  } catch (error) {
    // A connection that is lost has rolled back by itself.
    await client.query('ROLLBACK').catch(() => undefined)
    throw refused(name, error)
  }
}

function* chunksOf(rows: Iterable<MovedRow>): Generator<string> {
  let lines = ''
  for (const row of rows) {
    lines += copyLine(row)
    if (lines.length < chunkLength) continue
    yield lines
    lines = ''
  }
  if (lines !== '') yield lines
}

/** PostgreSQL's own message names no value; its details do, and stay away. */
const refused = (name: string, error: unknown): Error =>
  new Error(`${name} could not be copied: ${error instanceof Error ? error.message : String(error)}`)
