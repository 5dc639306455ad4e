import { createParameters, listTail } from '../list-sql.ts'
import { type RawRow, rowColumns, toRow } from '../rows.ts'
import { countTo, isPerfect, lookedUp, type Route, routesOf } from '../search-routes.ts'
import type { Kind, Query, Search, SearchResult } from '../store.ts'
import { type ColumnValue, tables } from '../tables.ts'
import { postgresDialect } from './dialect.ts'

interface Sql {
  readonly text: string
  readonly values: readonly (ColumnValue | readonly ColumnValue[])[]
}

/**
 * The page and the count of a search in one statement, hence in one round trip and of one moment. The planner finds
 * the page's rows by its statistics. It has no notion of counting only as far as that is quick, so the count is decided
 * how: through each index that the filters narrow, at most so many entries. One that ends before has counted all.
 */
export function searchSql(kind: Kind, search: Search): Sql {
  const { accountIds, where, sort, offset, limit } = search
  const { values, parameter, list, condition } = createParameters(postgresDialect, kind)
  const { name } = tables[kind]
  const across = createAcross(accountIds, list, parameter)
  const all = new Map(where.map((one) => [one, condition(one)]))
  const conditionsOf = (conditions: Search['where']) => conditions.map((one) => all.get(one) ?? '')
  const from = (conditions: Search['where']) =>
    `FROM ${name} WHERE ${[`account_id = ${across.account}`, ...conditionsOf(conditions)].join(' AND ')}`

  const order = `sorted ${sort.direction}, id ${sort.direction}`
  const leg = `SELECT ${rowColumns}, ${sort.column} AS sorted ${from(where)}
    ORDER BY ${sort.column} ${sort.direction}, id ${sort.direction} LIMIT ${parameter(offset + limit + 1)}`
  const countBy = ({ own, rest, covered }: Route): string => {
    const most = covered ? countTo : lookedUp
    const fits = rest.length === 0 ? 'true' : conditionsOf(rest).join(' AND ')
    const entries = across.each(`SELECT ${fits} AS fits ${from(own)} LIMIT ${most + 1}`)
    return `SELECT count(*) <= ${most} AS whole, count(*) FILTER (WHERE fits) AS fits
      FROM (SELECT fits FROM ${entries} LIMIT ${most + 1}) AS entries`
  }
  const text = `WITH page AS (
    SELECT * FROM ${across.each(leg)} ORDER BY ${order} LIMIT ${parameter(limit + 1)} OFFSET ${parameter(offset)}
  ), counts AS (${countingRoutes(kind, search).map(countBy).join(' UNION ALL ')}
  ), counted AS (
    SELECT coalesce(min(fits) FILTER (WHERE whole), max(fits)) AS total, bool_or(whole) AS exact FROM counts
  )
  SELECT ${rowColumns}, total, exact FROM counted LEFT JOIN page ON true ORDER BY ${order}`
  return { text, values }
}

/** A perfect index counts all there is to count; else each that narrows, and one that covers most rows. */
function countingRoutes(kind: Kind, search: Search): readonly Route[] {
  const routes = routesOf(kind, search)
  const perfect = routes.find(isPerfect)
  if (perfect !== undefined) return [perfect]
  const narrowing = routes.filter(({ own }) => own.length > 0)
  return narrowing.length > 0 ? narrowing : routes.filter(({ sorted }) => sorted)
}

/** The columns of a row, all NULL when the page is empty, and the count. */
export type SearchRow = readonly [
  ...row: RawRow | [null, null, null, null, null, null],
  total: number,
  exact: boolean,
]

export function searchResult<Document>(
  { offset, limit }: Search,
  answered: readonly SearchRow[],
): SearchResult<Document> {
  const [first] = answered
  const [total, exact] = first === undefined ? [0, true] : [first[6], first[7]]
  const found = answered.flatMap((row) => (row[0] === null ? [] : [row.slice(0, 6) as unknown as RawRow]))
  const rows = found.slice(0, limit).map((row) => toRow<Document>(row))
  return { rows, total: exact ? total : Math.max(Math.min(total, countTo), offset + found.length), exact }
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

/** One account is compared by its value, which the planner knows the statistics of; several are joined one by one. */
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
