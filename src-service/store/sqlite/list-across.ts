import { setImmediate as turn } from 'node:timers/promises'
import { type Dialect, listSql } from '../list-sql.ts'
import type { Kind, Query } from '../store.ts'
import type { ColumnValue } from '../tables.ts'
import type { Statement } from './statements.ts'

/** Accounts read before yielding to the event loop. */
const accountsAtOnce = 100

type Key = { readonly account_id: string; readonly id: string; readonly created_at: number }

/**
 * Returns the keys of a list of several accounts, newest first: reads up to `limit` keys of each account by its own
 * index, and keeps the nearest. One statement for all accounts would read and sort all of their rows.
 */
export async function listAcross(
  dialect: Dialect<ColumnValue>,
  raw: (sql: string) => Statement,
  kind: Kind,
  { account_ids = [], ...query }: Query,
): Promise<readonly Key[]> {
  const backwards = query.before !== undefined && query.after === undefined
  const keys: Key[] = []
  for (const [index, account_id] of account_ids.entries()) {
    const { text, values } = listSql(dialect, kind, { ...query, account_id }, 'created_at, id')
    for (const [created_at, id] of raw(text).all(values) as [number, string][]) {
      keys.push({ account_id, id, created_at })
    }
    if (index % accountsAtOnce === accountsAtOnce - 1) await turn()
  }
  const newestFirst = keys.sort((one, other) =>
    one.created_at === other.created_at ? (one.id < other.id ? 1 : -1) : other.created_at - one.created_at,
  )
  return backwards ? newestFirst.slice(-query.limit) : newestFirst.slice(0, query.limit)
}
