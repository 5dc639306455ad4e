import { firstIdAt } from '../../../src-shared/ids.ts'
import { listSql } from '../list-sql.ts'
import { type RawRow, toRow } from '../rows.ts'
import type { Kind, Query, Row, Search, Store, Wanted } from '../store.ts'
import { type RawSum, sumsSql, toSum } from '../sums-sql.ts'
import { type RawPart, rowsTogether, togetherSql } from '../together-sql.ts'
import { openDatabase } from './database.ts'
import { sqliteDialect } from './dialect.ts'
import { createGroupCommit } from './group-commit.ts'
import { listAcross } from './list-across.ts'
import { createEventReads } from './read-events.ts'
import { createSearch } from './search.ts'
import { createStatements, type Statement, sqlByKind } from './statements.ts'
import { readIdempotencyRecord } from './write-set.ts'

const purgeEventsSql =
  'DELETE FROM events WHERE id IN (SELECT id FROM events WHERE id < ? ORDER BY id LIMIT ?)'

const settleEventsSql = 'UPDATE events SET pending = NULL WHERE id IN (SELECT value FROM json_each(?))'

const keepIdempotencySql =
  'UPDATE idempotency_records SET created_at = max(created_at, ?) WHERE created_at > ?'

/** The embedded engine: one file, one process. @param file path of the database, or `:memory:`. */
export function createSqliteStore(file: string): Store {
  const database = openDatabase(file)
  const statement = createStatements(database)
  const rows = createStatements(database)
  /** Rows as arrays: half the work of objects. Kept apart, for the mode sticks to the statement. */
  const raw = (sql: string): Statement => rows(sql).raw()
  /** Searches come in many forms. */
  const forms = createStatements(database, 500)
  const search = createSearch(sqliteDialect, (sql) => forms(sql).raw())
  const { commit, flushAll } = createGroupCommit(database, statement)

  const rowsOf = <Document>(kind: Kind, { account_id, id }: Pick<Row, 'account_id' | 'id'>) => {
    const found = raw(sqlByKind[kind].get).get([account_id, id]) as RawRow | undefined
    return found === undefined ? [] : [toRow<Document>(found)]
  }

  return {
    // The data directory lets one process in.
    shared: false,
    get: async <Document>(kind: Parameters<Store['get']>[0], accountId: string, id: string) => {
      const found = raw(sqlByKind[kind].get).get([accountId, id]) as RawRow | undefined
      return found === undefined ? null : toRow<Document>(found)
    },
    find: async <Document>(kind: Parameters<Store['find']>[0], id: string) => {
      const found = raw(sqlByKind[kind].find).get([id]) as RawRow | undefined
      return found === undefined ? null : toRow<Document>(found)
    },
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
    search: async <Document>(kind: Kind, asked: Search) => {
      const { hits, more, total, exact } = await search(kind, asked)
      const rows = hits.flatMap((hit) => rowsOf<Document>(kind, hit))
      const shown = asked.offset + hits.length + (more ? 1 : 0)
      return { rows, total: exact ? total : Math.max(total, shown), exact }
    },
    // The database is a part of this process.
    now: async () => Date.now(),
    idempotencyRecord: async (scope) => readIdempotencyRecord(statement, scope),
    commit,
    purgeIdempotency: async ({ answersBefore, claimsBefore }) => {
      const purge = (state: 'NOT NULL' | 'NULL', before: number) =>
        statement(`DELETE FROM idempotency_records WHERE status IS ${state} AND created_at < ?`).run([before])
          .changes
      return purge('NOT NULL', answersBefore) + purge('NULL', claimsBefore)
    },
    ...createEventReads(raw),
    settleEvents: async (ids) => {
      statement(settleEventsSql).run([JSON.stringify(ids)])
    },
    purgeEvents: async ({ before, most }) =>
      statement(purgeEventsSql).run([firstIdAt('event', before), most]).changes,
    keepIdempotency: async ({ since, createdAt }) => {
      statement(keepIdempotencySql).run([createdAt, since])
    },
    close: async () => {
      flushAll()
      database.close()
    },
  }
}
