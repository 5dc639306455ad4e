import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Migration } from '../migrations.ts'
import { patient } from './patience.ts'

/**
 * Indexes of large tables are built before their migration, CONCURRENTLY and under temporary names, while nodes of the
 * previous version keep using the indexes that they know. The migration's transaction then only drops old indexes and
 * renames the new ones, so it is atomic if killed, and locks the tables only briefly.
 */
interface IndexAhead {
  /** Its name until the migration renames it. */
  readonly builtAs: string
  /** The table, its columns, and the WHERE clause of a partial index. */
  readonly on: string
}

type Ask = (sql: string) => Promise<pg.QueryResult>

const comments = /--.*$/gm
const creates = /\bCREATE INDEX (\w+) (ON [^;]+);/g

/** @returns the indexes to build first, and the SQL of the migration's transaction, in the migration's order */
export function indexesAhead({ number, sql }: Pick<Migration, 'number' | 'sql'>): {
  readonly ahead: readonly IndexAhead[]
  readonly rest: string
} {
  const statements = sql.replace(comments, '')
  const ownName = (name: string): string => `m${number}_${name}`
  const ahead = [...statements.matchAll(creates)].map(([, name = '', on = '']) => ({
    builtAs: ownName(name),
    on,
  }))
  const rest = statements.replace(creates, (_, name) => `ALTER INDEX ${ownName(name)} RENAME TO ${name};`)
  return { ahead, rest }
}

/**
 * Builds the indexes that are missing, and rebuilds those that a killed node or server left invalid. If the connection
 * of a killed node is still building one, waits for it.
 * @param query runs a statement without a time limit
 */
export async function buildIndexes(ahead: readonly IndexAhead[], query: Ask): Promise<void> {
  for (const { builtAs, on } of ahead) {
    for (;;) {
      await query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${builtAs} ${on}`)
      if (await isWhole(builtAs, query)) break
      await query(`DROP INDEX CONCURRENTLY IF EXISTS ${builtAs}`)
    }
  }
}

/** Drops indexes that were built here after another node had applied the migration: they are not used. */
export async function dropIndexes(ahead: readonly IndexAhead[], query: Ask): Promise<void> {
  for (const { builtAs } of ahead) await query(`DROP INDEX CONCURRENTLY IF EXISTS ${builtAs}`)
}

async function isWhole(name: string, query: Ask): Promise<boolean> {
  const { rowCount } = await query(
    `SELECT 1 FROM pg_index WHERE indexrelid = to_regclass('${name}') AND indisvalid`,
  )
  return rowCount === 1
}

const lookAgainMs = 200

/**
 * Runs `work` while no other node does: two nodes that build indexes at once would wait for each other. The node that
 * holds the lock on the first migration's row runs; the others poll. They must not wait inside a statement, because
 * CREATE INDEX CONCURRENTLY waits for all statements that began earlier.
 */
export async function whileAlone(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const holder = await pool.connect()
  try {
    for (;;) {
      // READ COMMITTED, because CREATE INDEX CONCURRENTLY also waits for transactions that hold a snapshot.
      await holder.query('BEGIN ISOLATION LEVEL READ COMMITTED')
      await holder.query(patient(true))
      const first = 'SELECT 1 FROM migrations WHERE number = (SELECT min(number) FROM migrations)'
      const { rowCount } = await holder.query(`${first} FOR UPDATE SKIP LOCKED`)
      if (rowCount === 1) break
      await holder.query('ROLLBACK')
      await delay(lookAgainMs)
    }
    await work()
  } finally {
    // Closing the connection releases the row lock, even after a connection error.
    holder.release(true)
  }
}
