import type pg from 'pg'
import { copyInto, copyLine } from './copy-in.ts'
import type { MovedRow, MovedTable } from './what-is-moved.ts'

/** The indexes that are made again after the copy. A primary key stays. */
const indexesSql = `
  SELECT indexname::text AS name, indexdef AS definition FROM pg_indexes
  WHERE schemaname = current_schema() AND tablename = $1 AND indexname NOT IN
    (SELECT constraint_name FROM information_schema.table_constraints WHERE table_schema = current_schema())`

/** Minimum number of characters that are sent at once. */
const chunkLength = 262_144

/**
 * Copies a table in one transaction. The indexes are made after all rows are there, which is faster than updating them
 * for each row. If the copy is interrupted, the table is unchanged.
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
    // A lost connection has been rolled back by the server.
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

/** Contains only PostgreSQL's message, which has no values; the error's details do. */
const refused = (name: string, error: unknown): Error =>
  new Error(`${name} could not be copied: ${error instanceof Error ? error.message : String(error)}`)
