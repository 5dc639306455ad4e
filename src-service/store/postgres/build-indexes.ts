import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import type { Migration } from '../migrations.ts'
import { patient } from './patience.ts'

/**
 * Indexes of large tables are built before their migration, CONCURRENTLY and under names of their own, while nodes of the
 * version before go on selling by the indexes that they know. The migration's transaction then only drops what it drops and gives
 * the new ones their names: it is all there or nothing, whenever it is killed, and holds the tables for a moment.
 */
interface IndexAhead {
  /** Its name until the migration renames it. */
  readonly builtAs: string
  /** The table, its columns, and which rows. */
  readonly on: string
}

type Ask = (sql: string) => Promise<pg.QueryResult>

const comments = /--.*$/gm
const creates = /\bCREATE INDEX (\w+) (ON [^;]+);/g

/** @returns what is built first, and what the transaction then does, in the migration's order */
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
 * Builds what is not there yet, and again what a killed node or server left half built. What a killed node's connection still builds is
 * waited for. @param query without a limit of time
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

/** Another node has applied the migration meanwhile: what was built beside it is in nobody's way, and of no use. */
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
 * Runs while no other node does: two that build at once would wait for each other. Who holds the first migration's row is the one, and
 * the others look again now and then; none waits for it within a statement, for whoever builds an index waits for all
 * statements that began before.
 */
export async function whileAlone(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const holder = await pool.connect()
  try {
    for (;;) {
      // A transaction that keeps one view of the database would be waited for too.
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
    // Closing the connection gives the row back, also where it broke.
    holder.release(true)
  }
}
