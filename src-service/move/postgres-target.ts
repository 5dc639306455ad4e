import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { dayOf, type MoveMark, markText, moveMark, moveNote, readMark } from '../store/move-marks.ts'
import { createPool, placeOf, types } from '../store/postgres/connection.ts'
import { reasonOf } from '../store/postgres/failures.ts'
import { createTable, migrate } from '../store/postgres/migrate.ts'
import { patient } from '../store/postgres/patience.ts'
import { finishMove } from '../store/postgres/unfinished-move.ts'
import { copyTable } from './copy-table.ts'
import { readTable } from './read-table.ts'
import type { MovedRow, MovedTable, Schema } from './what-is-moved.ts'

/** The database that receives the data, while this process has exclusive use of it. */
export interface PostgresTarget {
  readonly place: string
  /** Unique id of this attempt. */
  readonly attempt: string
  /** Makes the tables, as a start of the service does. */
  makeTables(): Promise<void>
  schema(): Promise<Schema>
  /** Copies the whole table or nothing, and replaces the rows of an earlier attempt. */
  copy(table: MovedTable, rows: Iterable<MovedRow>): Promise<void>
  /** Updates the statistics by which the first queries are planned. */
  analyse(): Promise<void>
  /** Reads every row as it is stored. */
  read(table: MovedTable): AsyncIterable<MovedRow>
  /** Marks the copy as verified; then only SQLite's mark is missing. @throws when another process took the database */
  markVerified(): Promise<void>
  finish(): Promise<void>
  close(): Promise<void>
}

/** The state of a database concerning moves. */
export type Standing =
  | { readonly kind: 'empty' }
  | { readonly kind: 'of_a_service' }
  /** `mark` is of a move that is in progress or has ended. */
  | { readonly kind: 'move'; readonly mark: MoveMark }

export interface Connections {
  readonly place: string
  readonly pool: pg.Pool
  /** Opens a connection without timeouts, because tables may be large. */
  connect(): Promise<pg.Client>
  close(): Promise<void>
}

/** @throws when the database cannot be reached */
export async function reachPostgres(connectionString: string): Promise<Connections> {
  const place = placeOf(connectionString)
  const pool = createPool({ connectionString, connections: 2 })
  const clients: pg.Client[] = []
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      ...{ connectionString, types, application_name: 'countertop move' },
      ...{ connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
    })
    // The running query rejects with the error; if none is running, the next one does.
    client.on('error', () => {})
    await client.connect()
    clients.push(client)
    await client.query(patient(false))
    await client.query("SELECT set_config('synchronous_commit', 'on', false)")
    return client
  }
  const close = async (): Promise<void> => {
    await Promise.all(clients.map((client) => client.end()))
    await pool.end()
  }
  try {
    await pool.query('SELECT 1')
  } catch (error) {
    await close()
    throw new Error(`the PostgreSQL database ${place} cannot be reached: ${reasonOf(error)}`, {
      cause: error,
    })
  }
  return { place, pool, connect, close }
}

export async function standingOf({ pool }: Connections): Promise<Standing> {
  await createTable(pool)
  const { rows } = await pool.query<{ readonly number: number; readonly name: string }>(
    'SELECT number, name FROM migrations WHERE number IN ($1, $2) OR number = (SELECT min(number) FROM migrations)',
    [moveMark, moveNote],
  )
  const marked =
    rows.find(({ number }) => number === moveMark) ?? rows.find(({ number }) => number === moveNote)
  if (marked !== undefined) return { kind: 'move', mark: readMark(marked.name) }
  return { kind: rows.length === 0 ? 'empty' : 'of_a_service' }
}

/**
 * Takes an empty database, or continues with one that an earlier attempt of the same move has left.
 * @throws when it holds other data, or another process is moving data into it
 */
export async function takeTarget(connections: Connections, begun: MoveMark): Promise<PostgresTarget> {
  const { pool, place } = connections
  const attempt = randomUUID()
  const copying: MoveMark = { ...begun, attempt, state: 'copying' }
  await createTable(pool)
  await pool.query(
    `INSERT INTO migrations (number, name) SELECT $1::bigint, $2::text WHERE NOT EXISTS (SELECT 1 FROM migrations)
     ON CONFLICT DO NOTHING`,
    [moveMark, markText(copying)],
  )
  const standing = await standingOf(connections)
  if (standing.kind !== 'move' || standing.mark.move !== begun.move || standing.mark.state === 'moved') {
    throw refusal(place, standing)
  }
  const holder = await connections.connect()
  await hold(holder, place)
  // Data that was verified before may be outdated: there may have been sales on SQLite since.
  await holder.query('UPDATE migrations SET name = $1 WHERE number = $2', [markText(copying), moveMark])
  await holder.query('COMMIT')
  await hold(holder, place)
  const worker = await connections.connect()
  let verified: MoveMark | null = null
  return {
    ...{ place, attempt },
    makeTables: () => migrate(pool, { isMoving: true }),
    schema: () => schemaOf(pool),
    copy: (table, rows) => copyTable(worker, table, rows),
    analyse: async () => void (await worker.query('ANALYZE')),
    read: (table) => readTable(worker, table),
    async markVerified() {
      verified = { ...copying, state: 'verified' }
      await holder.query('UPDATE migrations SET name = $1 WHERE number = $2', [markText(verified), moveMark])
      await holder.query('COMMIT')
    },
    async finish() {
      if (verified !== null) await finishMove(pool, verified)
    },
    close: connections.close,
  }
}

/** Locks the mark until the transaction ends. The lock is released however this process ends. */
async function hold(holder: pg.Client, place: string): Promise<void> {
  await holder.query('BEGIN ISOLATION LEVEL READ COMMITTED')
  const { rowCount } = await holder.query(
    'SELECT 1 FROM migrations WHERE number = $1 FOR UPDATE SKIP LOCKED',
    [moveMark],
  )
  if (rowCount !== 1)
    throw new Error(`another process is moving data into ${place}; wait until it has finished`)
}

function refusal(place: string, standing: Standing): Error {
  const emptyOne = 'Create an empty database (createdb NAME) and name it in DATABASE_URL'
  if (standing.kind !== 'move') {
    return new Error(
      `${place} already contains the data of a service, which cannot be merged or overwritten. ${emptyOne}`,
    )
  }
  const { mark } = standing
  return new Error(
    mark.state === 'moved'
      ? `${place} contains the data that was moved from ${mark.place} on ${dayOf(mark.at)}. ${emptyOne}`
      : `${place} contains a move of ${mark.place} that is not finished. Finish that move, or use another database: ${emptyOne}`,
  )
}

async function schemaOf(pool: pg.Pool): Promise<Schema> {
  const { rows } = await pool.query<{ readonly name: string; readonly columns: readonly string[] }>(
    `SELECT tables.table_name::text AS name, array_agg(columns.column_name::text ORDER BY columns.ordinal_position) AS columns
     FROM information_schema.tables JOIN information_schema.columns USING (table_schema, table_name)
     WHERE tables.table_schema = current_schema() AND tables.table_type = 'BASE TABLE' GROUP BY tables.table_name`,
  )
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}
