import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { type Migration, migrations } from '../migrations.ts'
import { type MoveMark, moveMark, readMark } from '../move-marks.ts'
import { buildIndexes, dropIndexes, indexesAhead, whileAlone } from './build-indexes.ts'
import { postgresSql } from './dialect.ts'
import { isUndoneByOthers } from './failures.ts'
import { patient, unhurried } from './patience.ts'

export interface MigrateOptions {
  readonly known?: readonly Migration[]
  readonly onUpdating?: (() => void) | undefined
  /** The move mark of the folder's SQLite file, used to end an unfinished move into this database. */
  readonly moved?: MoveMark | null | undefined
  /** Set when the caller is a move that is creating the tables. */
  readonly isMoving?: boolean
}

/**
 * Migrates the database. Several nodes may do so at once: the row that records a migration is inserted in the
 * migration's own transaction, so the others wait for its key until that ends, and then find the migration applied.
 * @throws when the database is of a newer version, or a move into it is not finished.
 */
export async function migrate(
  pool: pg.Pool,
  { known = migrations, onUpdating, moved = null, isMoving = false }: MigrateOptions = {},
): Promise<void> {
  await createTable(pool)
  const { applied, mark } = await lookAtMigrations(pool)
  const refuseUnlessEnded = async (found: MoveMark | null): Promise<void> => {
    if (found !== null && !isMoving) await (await import('./unfinished-move.ts')).endMove(pool, found, moved)
  }
  await refuseUnlessEnded(mark)
  const newest = known.at(-1)?.number ?? 0
  if (applied > newest) {
    throw new Error(
      `the database has migration ${applied}, this program knows ${newest}: it was written by a newer version`,
    )
  }
  if (applied > 0 && applied < newest) onUpdating?.()
  for (const migration of known) {
    if (migration.number <= applied) continue
    // Indexes are not built ahead in a new database, which is empty. Neither are they in one that a killed move left
    // unfinished: it is empty as well, and the new move would wait for itself.
    const isAhead = migration.indexesAhead === true && applied > 0 && !isMoving
    await patiently(migration, () => (isAhead ? applyWithIndexes(pool, migration) : apply(pool, migration)))
  }
  // A move may have begun in an empty database since the first check.
  if (applied === 0) await refuseUnlessEnded((await lookAtMigrations(pool)).mark)
}

async function lookAtMigrations(
  pool: pg.Pool,
): Promise<{ readonly applied: number; readonly mark: MoveMark | null }> {
  const { rows } = await pool.query<{ readonly number: number; readonly name: string }>(
    'SELECT number, name FROM migrations ORDER BY number DESC LIMIT 2',
  )
  const isMark = rows[0]?.number === moveMark
  return { applied: rows[isMark ? 1 : 0]?.number ?? 0, mark: isMark ? readMark(rows[0]?.name ?? '') : null }
}

/** Unique violation, duplicate table, duplicate object (its row type), serialization failure. */
const raced = ['23505', '42P07', '42710', '40001'] as const

/** IF NOT EXISTS does not prevent catalogue conflicts when two nodes create the table at the same time. */
export async function createTable(pool: pg.Pool): Promise<void> {
  const sql = postgresSql(
    'CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;',
  )
  for (let tries = 1; ; tries += 1) {
    try {
      await pool.query(sql)
      return
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined
      if (!raced.some((one) => one === code) || tries === 10) throw error
      await delay(20)
    }
  }
}

/** Maximum attempts: other nodes keep working and may deadlock with the migration over table locks. */
const maximumTries = 10

async function patiently({ number, name }: Migration, work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await work()
      return
    } catch (error) {
      if (!isUndoneByOthers(error) || tries === maximumTries) {
        const reason = error instanceof Error ? error.message : String(error)
        throw new Error(`migration ${number} (${name}) failed: ${reason}`, { cause: error })
      }
    }
    await delay(Math.random() * 500)
  }
}

/** @returns false when another node has applied the migration */
async function apply(pool: pg.Pool, { number, name, sql }: Migration): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(patient(true))
    const record = 'INSERT INTO migrations (number, name) VALUES ($1, $2) ON CONFLICT DO NOTHING'
    // Waits if another node is applying it.
    const { rowCount } = await client.query(unhurried(record, [number, name]))
    if (rowCount === 1) await client.query(unhurried(postgresSql(sql)))
    await client.query('COMMIT')
    client.release()
    return rowCount === 1
  } catch (error) {
    // Closing the connection rolls back.
    client.release(true)
    throw error
  }
}

/** If killed at any point, it resumes at the next start. */
async function applyWithIndexes(pool: pg.Pool, migration: Migration): Promise<void> {
  const { ahead, rest } = indexesAhead(migration)
  await whileAlone(pool, async () => {
    const builder = await pool.connect()
    const query = (text: string) => builder.query(unhurried(text))
    try {
      await query(patient(false))
      const { rowCount } = await query(`SELECT 1 FROM migrations WHERE number = ${migration.number}`)
      if (rowCount === 0) {
        await buildIndexes(ahead, query)
        if (await apply(pool, { ...migration, sql: rest })) return
      }
      await dropIndexes(ahead, query)
    } finally {
      // Closed, because its time limits were changed.
      builder.release(true)
    }
  })
}
