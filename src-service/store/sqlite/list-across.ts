import { type Dialect, havingSql, listSql } from '../list-sql.ts'
import { newestFirst } from '../rows-of.ts'
import type { Kind, Query } from '../store.ts'
import type { ColumnValue } from '../tables.ts'
import { firstOfAccounts } from './first-of-accounts.ts'
import type { Statement } from './statements.ts'

type Key = { readonly account_id: string; readonly id: string; readonly created_at: number }

/** Returns the keys of a list of several accounts, newest first. */
export async function listAcross(
  dialect: Dialect<ColumnValue>,
  raw: (sql: string) => Statement,
  kind: Kind,
  { account_ids = [], ...query }: Query,
): Promise<readonly Key[]> {
  const backwards = query.before !== undefined && query.after === undefined
  const nearest = await firstOfAccounts<Key>(
    { accountIds: account_ids, limit: query.limit },
    backwards ? (one, other) => newestFirst(other, one) : newestFirst,
    (accounts) => {
      const { text, values } = havingSql(dialect, kind, query, accounts)
      return (raw(text).all(values) as [string][]).map(([account_id]) => account_id)
    },
    (account_id) => {
      const { text, values } = listSql(dialect, kind, { ...query, account_id }, 'created_at, id')
      const keys = raw(text).all(values) as [number, string][]
      return keys.map(([created_at, id]) => ({ account_id, id, created_at }))
    },
  )
  return backwards ? nearest.toReversed() : nearest
}
