import { join } from 'node:path'
import { createPool } from '../../../src-service/store/postgres/connection.ts'
import { openPostgresStore } from '../../../src-service/store/postgres/postgres-store.ts'
import { parametersOf } from '../../../src-service/store/postgres/set-payload.ts'
import { mayBegin } from '../../../src-service/store/postgres/statement-load.ts'
import { openDatabase } from '../../../src-service/store/sqlite/database.ts'
import { createStatements } from '../../../src-service/store/sqlite/statements.ts'
import type { RecordedRun } from './recorded-loop.ts'

/** Runs the recorded statements, and nothing else. */
export interface BaselineStore {
  /** Resolves once it is durable. @throws when a statement did not write its row. */
  commit(runs: readonly RecordedRun[]): Promise<void>
  /** The stored document of an intent, by one look-up. */
  intent(id: string): Promise<string>
}

/** @param place a folder for SQLite, or the address of a PostgreSQL database */
export const openBaselineStore = (place: string): Promise<BaselineStore> =>
  place.startsWith('postgres') ? openPostgres(place) : Promise.resolve(openSqlite(place))

interface Waiting {
  readonly runs: readonly RecordedRun[]
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

const intentSql = (parameter: string) => `SELECT document FROM payment_intents WHERE id = ${parameter}`

/** Statements that may write nothing: copies for events that have none yet, and words that may already exist. */
const mayWriteNothing = /^UPDATE events|ON CONFLICT/

/** All commits that are requested within a turn of the event loop share one transaction. */
function openSqlite(folder: string): BaselineStore {
  const database = openDatabase(join(folder, 'baseline.db'))
  const statement = createStatements(database)
  let waiting: Waiting[] = []
  const flush = () => {
    const batch = waiting
    waiting = []
    try {
      statement('BEGIN IMMEDIATE').run([])
      for (const { runs } of batch)
        for (const { sql, values } of runs) {
          const { changes } = statement(sql).run(values as never)
          if (changes === 0 && !mayWriteNothing.test(sql)) throw new Error(`nothing written: ${sql}`)
        }
      statement('COMMIT').run([])
      for (const { done } of batch) done()
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
  }
  return {
    intent: async (id) => (statement(intentSql('?')).get([id]) as { readonly document: string }).document,
    commit: (runs) =>
      new Promise((done, failed) => {
        if (waiting.length === 0) setImmediate(flush)
        waiting.push({ runs, done, failed })
      }),
  }
}

/** Maximum number of commits in one statement, as in the service. */
const mostTogether = 64

async function openPostgres(url: string): Promise<BaselineStore> {
  // Creates the tables.
  await (await openPostgresStore({ connectionString: url })).close()
  const pool = createPool({ connectionString: url })
  const waiting = new Map<string, Waiting[]>()
  const names = new Map<string, string>()
  let busy = 0
  let carried = 0
  let unsettled = 0
  const nameOf = (sql: string) => {
    const name = names.get(sql) ?? `baseline_${names.size}`
    names.set(sql, name)
    return name
  }
  const send = async (sql: string, batch: readonly Waiting[]) => {
    busy += 1
    carried += batch.length
    try {
      const values = parametersOf(
        batch.map(({ runs }) => {
          const [json = '', ...documents] = (runs[0]?.values ?? []) as readonly string[]
          return { json, documents }
        }),
      )
      const { rows } = await pool.query<(string | null)[]>({
        ...{ name: nameOf(sql), text: sql, values, rowMode: 'array' },
      })
      if (rows.length !== batch.length || rows.some(([, locked]) => locked !== null))
        throw new Error(`nothing written: ${sql}`)
      for (const { done } of batch) done()
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
    busy -= 1
    carried -= batch.length
    unsettled -= batch.length
    next()
  }
  const next = () => {
    for (const [sql, queue] of waiting) {
      if (queue.length === 0) continue
      if (!mayBegin({ statements: busy, carried, next: queue.length, unsettled })) return
      void send(sql, queue.splice(0, mostTogether))
    }
  }
  return {
    intent: async (id) => {
      const text = intentSql('$1')
      const { rows } = await pool.query<{ readonly document: string }>({
        ...{ name: nameOf(text), text, values: [id] },
      })
      return rows[0]?.document ?? ''
    },
    commit: (runs) =>
      new Promise((done, failed) => {
        const [{ sql } = { sql: '' }] = runs
        const queue = waiting.get(sql) ?? []
        if (queue.length === 0) waiting.set(sql, queue)
        queue.push({ runs, done, failed })
        unsettled += 1
        setImmediate(next)
      }),
  }
}
