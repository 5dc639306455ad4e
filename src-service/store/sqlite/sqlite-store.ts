import type { Store } from '../store.ts'
import { openDatabase } from './database.ts'
import { createGroupCommit } from './group-commit.ts'
import { listSql } from './query.ts'
import { createStatements, type RawRow, type Statement, sqlByKind, toRow } from './statements.ts'
import { readIdempotencyRecord } from './write-set.ts'

/** The embedded engine: one file, one process. @param file path of the database, or `:memory:`. */
export function createSqliteStore(file: string): Store {
  const database = openDatabase(file)
  const statement = createStatements(database)
  const rows = createStatements(database)
  /** Rows as arrays: half the work of objects. Kept apart, for the mode sticks to the statement. */
  const raw = (sql: string): Statement => rows(sql).raw()
  const { commit, flushAll } = createGroupCommit(database, statement)

  return {
    get: async <Document>(kind: Parameters<Store['get']>[0], accountId: string, id: string) => {
      const found = raw(sqlByKind[kind].get).get([accountId, id]) as RawRow | undefined
      return found === undefined ? null : toRow<Document>(found)
    },
    find: async <Document>(kind: Parameters<Store['find']>[0], id: string) => {
      const found = raw(sqlByKind[kind].find).get([id]) as RawRow | undefined
      return found === undefined ? null : toRow<Document>(found)
    },
    list: async <Document>(kind: Parameters<Store['list']>[0], query: Parameters<Store['list']>[1]) => {
      const { text, values, reversed } = listSql(kind, query)
      const found = raw(text).all(values) as RawRow[]
      return (reversed ? found.reverse() : found).map((one) => toRow<Document>(one))
    },
    idempotencyRecord: async (scope) => readIdempotencyRecord(statement, scope),
    commit,
    purgeIdempotency: async (before, { staleClaims }) => {
      const old = 'created_at < ?'
      const which = staleClaims ? `${old} OR status IS NULL` : old
      return statement(`DELETE FROM idempotency_records WHERE ${which}`).run([before]).changes
    },
    close: async () => {
      flushAll()
      database.close()
    },
  }
}
