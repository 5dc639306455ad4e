import { assertSortable, createParameters, listTail } from '../list-sql.ts'
import { type RawRow, rowColumns, toRow } from '../rows.ts'
import type { Kind, Query, Search, SearchResult } from '../store.ts'
import { type ColumnValue, tables } from '../tables.ts'
import { postgresDialect } from './dialect.ts'

interface Sql {
  readonly text: string
  readonly values: readonly (ColumnValue | readonly ColumnValue[])[]
}

/** Rows are counted to here. */
export const countTo = 10_000

/**
 * The page and the count of a search in one statement, hence in one round trip and of one moment. Its first columns
 * are those of a row, NULL when the page is empty; then the count, at most `countTo` + 1. One row more than the page
 * tells whether there are more.
 */
export function searchSql(kind: Kind, { accountIds, where, sort, offset, limit }: Search): Sql {
  assertSortable(kind, sort.column)
  const { values, parameter, list, condition } = createParameters(postgresDialect, kind)
  const { name } = tables[kind]
  const order = `sorted ${sort.direction}, id ${sort.direction}`
  const conditions = where.map((one) => ` AND ${condition(one)}`).join('')
  const columns = `${rowColumns}, ${sort.column} AS sorted`
  const across = createAcross(accountIds, list, parameter)
  const end = parameter(offset + limit + 1)
  const leg = `SELECT ${columns} FROM ${name} WHERE account_id = ${across.account}${conditions}
    ORDER BY ${sort.column} ${sort.direction}, id ${sort.direction} LIMIT ${end}`
  const most = parameter(countTo + 1)
  const one = `SELECT 1 FROM ${name} WHERE account_id = ${across.account}${conditions} LIMIT ${most}`
  const text = `WITH page AS (
    SELECT * FROM ${across.each(leg)} ORDER BY ${order} LIMIT ${parameter(limit + 1)} OFFSET ${parameter(offset)}
  ), counted AS (
    SELECT count(*) AS total FROM (SELECT 1 FROM ${across.each(one)} LIMIT ${most}) AS seen
  )
  SELECT ${rowColumns}, total FROM counted LEFT JOIN page ON true ORDER BY ${order}`
  return { text, values }
}

/** The columns of a row, all NULL when the page is empty, and the count. */
export type SearchRow = readonly [...row: RawRow | [null, null, null, null, null, null], total: number]

export function searchResult<Document>(
  { offset, limit }: Search,
  answered: readonly SearchRow[],
): SearchResult<Document> {
  const total = answered[0]?.[6] ?? 0
  const exact = total <= countTo
  const found = answered.flatMap((row) => (row[0] === null ? [] : [row.slice(0, 6) as unknown as RawRow]))
  const rows = found.slice(0, limit).map((row) => toRow<Document>(row))
  return { rows, total: exact ? total : Math.max(countTo, offset + found.length), exact }
}

/** A list of several accounts: as many of each as the limit allows, by its own index, and of those the nearest. */
export function listAcrossSql(
  kind: Kind,
  { account_ids = [], ...query }: Query,
): Sql & { reversed: boolean } {
  const { values, parameter, list, condition } = createParameters(postgresDialect, kind)
  const across = createAcross(account_ids, list, parameter)
  const part = [`account_id = ${across.account}`]
  const leg = listTail(kind, query, part, { parameter, condition }, rowColumns)
  const text = `SELECT ${rowColumns} FROM ${across.each(leg.text)}
    ORDER BY created_at ${leg.direction}, id ${leg.direction} LIMIT ${parameter(query.limit)}`
  return { text, values, reversed: leg.reversed }
}

/** One account is told by its value, which the planner knows the statistics of; several are joined one by one. */
function createAcross(
  accountIds: readonly string[],
  list: (values: readonly string[]) => string,
  parameter: (value: string) => string,
) {
  const [only] = accountIds
  if (accountIds.length === 1 && only !== undefined) {
    return { account: parameter(only), each: (leg: string) => `(${leg}) AS leg` }
  }
  const accounts = `unnest(${list(accountIds)}::text[]) AS reach (account)`
  return {
    account: 'reach.account',
    each: (leg: string) => `${accounts} CROSS JOIN LATERAL (${leg}) AS leg`,
  }
}
