import { firstEventIdAt } from '../../../src-shared/ids.ts'
import { ok } from '../../../src-shared/result.ts'
import { listSql } from '../list-sql.ts'
import { type RawRow, toRow } from '../rows.ts'
import type { Kind, Query, Row, Search, Store, Wanted } from '../store.ts'
import { type RawSum, sumsSql, toSum } from '../sums-sql.ts'
import { type RawPart, rowsTogether, togetherSql } from '../together-sql.ts'
import { valuesSql } from '../values-sql.ts'
import { createBatchCommit } from './commit-batch.ts'
import { closeDatabase, openDatabase } from './database.ts'
import { sqliteDialect } from './dialect.ts'
import { createGroupCommit } from './group-commit.ts'
import { listAcross } from './list-across.ts'
import { createEventReads } from './read-events.ts'
import { createSearch } from './search.ts'
import { createStatements, type Run, sqlByKind } from './statements.ts'
import { copiesKeptLongerMs, prepareSet, readIdempotencyRecord, type StartWriter } from './write-set.ts'

const purgeEventsSql =
  'DELETE FROM events WHERE id IN (SELECT id FROM events WHERE id < ? ORDER BY id LIMIT ?)'

/**
 * Deletes old copies. They are taken in insertion order, so that the oldest are found without an index over their time,
 * and kept longer than the events that show them. @param before ms
 */
const purgeCopies = (before: number, most: number): Run => ({
  sql: `DELETE FROM event_copies WHERE updated_at < ?
    AND rowid IN (SELECT rowid FROM event_copies ORDER BY rowid LIMIT ?)`,
  values: [before - copiesKeptLongerMs, most],
})

const settleEventsSql = 'UPDATE events SET pending = NULL WHERE id IN (SELECT value FROM json_each(?))'

const keepIdempotencySql =
  'UPDATE idempotency_records SET created_at = max(created_at, ?) WHERE created_at > ?'

const purgeAnswersSql = 'DELETE FROM idempotency_records WHERE status IS NOT NULL AND created_at < ?'
const purgeClaimsSql = 'DELETE FROM idempotency_records WHERE status IS NULL AND created_at < ?'

const committed = ok(undefined)

export interface SqliteOptions {
  readonly startWriter?: StartWriter | undefined
  readonly onUpdating?: (() => void) | undefined
}

/**
 * The embedded engine: one file, one process.
 * @param file path of the database
 * @param options `startWriter` starts a writer with its own connection that replaces this thread's, once the tables
 *   exist; `onUpdating` as in openDatabase
 */
export function createSqliteStore(file: string, { startWriter, onUpdating }: SqliteOptions = {}): Store {
  const database = openDatabase(file, onUpdating)
  const statement = createStatements(database)
  /** Returns rows as arrays, at half the cost of objects. Separate, because the mode is a property of the statement. */
  const raw = createStatements(database, { raw: true })
  /** Limited in number, because searches produce many different statements. */
  const search = createSearch(sqliteDialect, createStatements(database, { raw: true, most: 500 }))
  const { write, waiting, close } =
    startWriter?.(file) ?? createGroupCommit(createBatchCommit(database, statement))
  /** Runs maintenance statements in the same transaction as the sets requested at the same time. */
  const run = async (...steps: readonly Run[]): Promise<number> => {
    const touched = await write({ steps })
    return touched.ok ? touched.value : 0
  }

  const rowsOf = <Document>(kind: Kind, { account_id, id }: Pick<Row, 'account_id' | 'id'>) => {
    const found = raw(sqlByKind[kind].get).get([account_id, id]) as RawRow | undefined
    return found === undefined ? [] : [toRow<Document>(found)]
  }

  return {
    // The data directory admits one process only.
    shared: false,
    get: async <Document>(kind: Parameters<Store['get']>[0], accountId: string, id: string) => {
      const found = raw(sqlByKind[kind].get).get([accountId, id]) as RawRow | undefined
      return found === undefined ? null : toRow<Document>(found)
    },
    find: async <Document>(kind: Parameters<Store['find']>[0], id: string) => {
      const found = raw(sqlByKind[kind].find).get([id]) as RawRow | undefined
      return found === undefined ? null : toRow<Document>(found)
    },
    remembered: () => null,
    together: (async (wanted: readonly Wanted[]) => {
      const { text, values } = togetherSql(sqliteDialect, wanted)
      return rowsTogether(wanted, raw(text).all(values) as RawPart[])
    }) as Store['together'],
    list: async <Document>(kind: Kind, query: Query) => {
      if (query.account_ids !== undefined) {
        const keys = await listAcross(sqliteDialect, raw, kind, query)
        return keys.flatMap((key) => rowsOf<Document>(kind, key))
      }
      const { text, values, reversed } = listSql(sqliteDialect, kind, query)
      const found = raw(text).all(values) as RawRow[]
      return (reversed ? found.reverse() : found).map((one) => toRow<Document>(one))
    },
    sums: async (kind, asked) => {
      const { text, values } = sumsSql(sqliteDialect, kind, asked)
      return (raw(text).all(values) as RawSum[]).map(toSum)
    },
    valuesUpTo: async (kind, asked) => {
      const { text, values } = valuesSql(sqliteDialect, kind, asked)
      return (raw(text).all(values) as [string][]).map(([value]) => value)
    },
    search: async <Document>(kind: Kind, asked: Search) => {
      const { hits, more, total, exact } = await search(kind, asked)
      const rows = hits.flatMap((hit) => rowsOf<Document>(kind, hit))
      const shown = asked.offset + hits.length + (more ? 1 : 0)
      return { rows, total: exact ? total : Math.max(total, shown), exact }
    },
    // The database runs in this process.
    now: async () => Date.now(),
    idempotencyRecord: async (scope) => readIdempotencyRecord(statement, scope),
    commit: async (set) => {
      const outcome = await write(prepareSet(set))
      return outcome.ok ? committed : outcome
    },
    waiting,
    purgeIdempotency: ({ answersBefore, claimsBefore }) =>
      run({ sql: purgeAnswersSql, values: [answersBefore] }, { sql: purgeClaimsSql, values: [claimsBefore] }),
    ...createEventReads(raw),
    settleEvents: async (ids) => void (await run({ sql: settleEventsSql, values: [JSON.stringify(ids)] })),
    purgeEvents: async ({ before, most }) => {
      const events = await run({ sql: purgeEventsSql, values: [firstEventIdAt(before), most] })
      return events === most ? events : events + (await run(purgeCopies(before, most - events)))
    },
    keepIdempotency: async ({ since, createdAt }) =>
      void (await run({ sql: keepIdempotencySql, values: [createdAt, since] })),
    close: async () => {
      await close()
      closeDatabase(database)
    },
  }
}
