import { type Dialect, listSql } from '../list-sql.ts'
import type { Kind, Query } from '../store.ts'
import type { ColumnValue } from '../tables.ts'
import type { Statement } from './statements.ts'

type Key = { readonly account_id: string; readonly id: string; readonly created_at: number }

/**
 * The keys of a list of several accounts, newest first: as many of each account as the limit allows, by its own index,
 * and of those the nearest. One statement for all accounts would read and sort every row of theirs.
 */
export function listAcross(
  dialect: Dialect<ColumnValue>,
  raw: (sql: string) => Statement,
  kind: Kind,
  { account_ids = [], ...query }: Query,
): readonly Key[] {
  const backwards = query.before !== undefined && query.after === undefined
  const keys = account_ids.flatMap((account_id): readonly Key[] => {
    const { text, values } = listSql(dialect, kind, { ...query, account_id }, 'created_at, id')
    const found = raw(text).all(values) as [number, string][]
    return found.map(([created_at, id]) => ({ account_id, id, created_at }))
  })
  const newestFirst = keys.sort((one, other) =>
    one.created_at === other.created_at ? (one.id < other.id ? 1 : -1) : other.created_at - one.created_at,
  )
  return backwards ? newestFirst.slice(-query.limit) : newestFirst.slice(0, query.limit)
}
