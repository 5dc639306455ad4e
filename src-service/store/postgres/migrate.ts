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
  /** How the folder's own SQLite was moved, for a database into which a move is not finished. */
  readonly moved?: MoveMark | null | undefined
  /** It is a move that makes the tables. */
  readonly isMoving?: boolean
}

/**
 * Brings the database forward. Several nodes may do so at once: the row that records a migration is inserted in the
 * migration's own transaction, so that the others wait on its key until that ends, and then find it applied.
 * @throws when a newer program has been here, or a move into it is not finished.
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
    // A new database has nothing in it yet; nor has one that a killed move left half made, whose new one would wait for itself.
    const isAhead = migration.indexesAhead === true && applied > 0 && !isMoving
    await patiently(migration, () => (isAhead ? applyWithIndexes(pool, migration) : apply(pool, migration)))
  }
  // A move may have begun in an empty database since it was looked at.
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

/** IF NOT EXISTS does not save two nodes that create it in the same moment from a violated catalogue. */
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

/** Other nodes work meanwhile, and may wait for a table that this holds while they hold one that this waits for. */
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

/** @returns false where another node has applied it */
async function apply(pool: pg.Pool, { number, name, sql }: Migration): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    await client.query(patient(true))
    const record = 'INSERT INTO migrations (number, name) VALUES ($1, $2) ON CONFLICT DO NOTHING'
    // Another node may be at it, and this waits for that.
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

/** Killed anywhere, it goes on where it was at the next start. */
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
      // Its limit of time is not that of others.
      builder.release(true)
    }
  })
}
