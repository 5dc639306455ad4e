import { createParameters, entriesOf, entryWhere, listTail, wordsOf } from '../list-sql.ts'
import { type RawRow, rowColumns, toRow } from '../rows.ts'
import { countedAmong, countTo, isPerfect, isWord, type Route, routesOf } from '../search-routes.ts'
import type { Kind, Query, Search, SearchResult, WordCondition } from '../store.ts'
import { type ColumnValue, tables } from '../tables.ts'
import { postgresDialect } from './dialect.ts'

interface Sql {
  readonly text: string
  readonly values: readonly (ColumnValue | readonly ColumnValue[])[]
}

/**
 * Returns SQL that counts the entries of each word, up to `few` + 1; null when the search has no words. The planner
 * cannot estimate how rare one of millions of words is.
 */
export function wordCountSql(kind: Kind, { accountIds, where }: Search): Sql | null {
  const words = where.filter(isWord)
  if (words.length === 0) return null
  const { values, parameter, list } = createParameters(postgresDialect, kind)
  const accounts = list(accountIds)
  const counts = words.map(
    ({ value, fields }) => `(SELECT count(*)::int FROM (
      SELECT 1 FROM ${wordsOf(kind)} WHERE account_id = ANY(${accounts}) AND word = ${parameter(value)}
      AND (fields & ${parameter(fields)}) <> 0 LIMIT ${few + 1}) AS entries)`,
  )
  return { text: `SELECT ${counts.join(', ')}`, values }
}

/** Maximum number of entries that are all examined. */
const few = 3_000

/**
 * Returns the word whose entries are read, while the others are looked up for each entry; null when another filter may
 * select fewer rows than any word.
 * @param counts of the words, in their order
 */
export function leadingWord({ where }: Search, counts: readonly number[]): WordCondition | null {
  const [rarest] = where
    .filter(isWord)
    .map((word, at) => ({ word, count: counts[at] ?? few + 1 }))
    .sort((one, other) => one.count - other.count)
  if (rarest === undefined) return null
  const others = where.some((condition) => !isWord(condition) && condition.column !== 'created_at')
  return rarest.count <= few || !others ? rarest.word : null
}

/**
 * Whether only the first entries of the leading word are examined: with several words that many rows may have. If they
 * do not fill the page, `allWordsSql` finds the rest. Only for a single account: with several, one account's rows might
 * fill the page although rows of another, beyond the entries examined, come first.
 */
const isCutShort = ({ accountIds, where }: Search, lead: WordCondition | null): lead is WordCondition =>
  lead !== null &&
  accountIds.length === 1 &&
  where.filter(isWord).length > 1 &&
  where.every((condition) => isWord(condition) || condition.column === 'created_at')

/** @returns whether the page may be incomplete: it has free space, and not every entry was examined. */
export function mayLackRows(
  search: Search,
  lead: WordCondition | null,
  answered: readonly SearchRow[],
): boolean {
  const isExact = answered[0]?.[7] === true
  return isCutShort(search, lead) && !isExact && answered.filter(([id]) => id !== null).length <= search.limit
}

/**
 * Returns the page and the count of a search by several words and at most a time range: reads all entries of each word
 * once and intersects them. INTERSECT, because hash and merge joins are disabled (connection.ts), and a nested loop
 * over two words of 30,000 entries each took more than 15 s.
 */
export function allWordsSql(kind: Kind, search: Search): Sql {
  const { accountIds, where, sort, offset, limit, after } = search
  const { values, parameter, list, condition } = createParameters(postgresDialect, kind)
  const accounts = list(accountIds)
  const times = where.filter((one) => !isWord(one)).map(condition)
  const beyond = sort.direction === 'asc' ? '>' : '<'
  if (after !== undefined)
    times.push(`(created_at, id) ${beyond} (${parameter(after.key)}, ${parameter(after.id)})`)
  const entries = where.filter(isWord).map((word) => {
    const parts = [`account_id = ANY(${accounts})`, ...entriesOf(word, parameter), ...times]
    return `SELECT account_id, created_at, id FROM ${wordsOf(kind)} WHERE ${parts.join(' AND ')}`
  })
  const order = (time: string, id: string) => `ORDER BY ${time} ${sort.direction}, ${id} ${sort.direction}`
  const text = `WITH met AS (${entries.join(' INTERSECT ')}), hits AS (
    SELECT account_id AS owner, id AS hit, created_at AS sorted FROM met
    ${order('created_at', 'id')} LIMIT ${parameter(limit + 1)} OFFSET ${parameter(offset)}
  ), page AS (SELECT ${rowColumns}, sorted FROM hits JOIN ${tables[kind].name} ON account_id = owner AND id = hit)
  SELECT ${rowColumns}, total, true AS exact FROM (SELECT count(*)::int AS total FROM met) AS counted
  LEFT JOIN page ON true ${order('sorted', 'id')}`
  return { text, values }
}

/**
 * Returns the page and the count of a search with one statement: one round trip and one snapshot. The planner finds the
 * page's rows by its statistics, unless a word leads. It cannot limit the cost of counting, so counting is explicit:
 * through each index that the filters narrow, up to a maximum number of entries. An index that ends before that has
 * counted all rows.
 */
export function searchSql(kind: Kind, search: Search, lead: WordCondition | null): Sql {
  const { accountIds, where, sort, offset, limit, after } = search
  const { values, parameter, list, condition } = createParameters(postgresDialect, kind)
  const { name } = tables[kind]
  const across = createAcross(accountIds, list, parameter)
  const beyond = sort.direction === 'asc' ? '>' : '<'
  const place =
    after === undefined
      ? []
      : [`(${sort.column}, id) ${beyond} (${parameter(after.key)}, ${parameter(after.id)})`]
  const from = (conditions: Search['where'], word: WordCondition | null = null) => {
    const parts =
      word === null
        ? conditions.map(condition)
        : [...entriesOf(word, parameter), ...entryWhere(kind, word, conditions, condition)]
    const table = word === null ? name : wordsOf(kind)
    return `FROM ${table} AS found WHERE ${[`account_id = ${across.account}`, ...parts, ...place].join(' AND ')}`
  }

  const order = `sorted ${sort.direction}, id ${sort.direction}`
  const inOrder = () =>
    `ORDER BY ${sort.column} ${sort.direction}, id ${sort.direction} LIMIT ${parameter(offset + limit + 1)}`
  /** The first entries of the word, filtered by the other words. */
  const fromFirst = (word: WordCondition) => {
    const entries = from(
      where.filter((one) => one === word || !isWord(one)),
      word,
    )
    const first = `SELECT account_id, created_at, id ${entries}
      ORDER BY created_at ${sort.direction}, id ${sort.direction} LIMIT ${few}`
    return `FROM (${first}) AS found WHERE ${entryWhere(kind, word, where, condition).join(' AND ')}`
  }
  const leg = () => {
    if (lead === null) return `SELECT ${rowColumns}, ${sort.column} AS sorted ${from(where)} ${inOrder()}`
    const entries = isCutShort(search, lead) ? fromFirst(lead) : from(where, lead)
    return `SELECT ${rowColumns}, sorted FROM (
        SELECT id AS hit, created_at AS sorted ${entries} ${inOrder()}
      ) AS hits JOIN ${name} ON account_id = ${across.account} AND id = hit`
  }
  const countBy = (route: Route): string => {
    const { own, rest } = route
    const word = route.word ?? null
    const most = countedAmong(route)
    const conditions = word === null ? rest.map(condition) : entryWhere(kind, word, rest, condition)
    const fits = conditions.length === 0 ? 'true' : conditions.join(' AND ')
    const entries = across.each(`SELECT ${fits} AS fits ${from(own, word)} LIMIT ${most + 1}`)
    return `SELECT count(*) <= ${most} AS whole, count(*) FILTER (WHERE fits) AS fits
      FROM (SELECT fits FROM ${entries} LIMIT ${most + 1}) AS entries`
  }
  const text = `WITH page AS (
    SELECT * FROM ${across.each(leg())} ORDER BY ${order} LIMIT ${parameter(limit + 1)} OFFSET ${parameter(offset)}
  ), counts AS (${countingRoutes(kind, search, lead).map(countBy).join(' UNION ALL ')}
  ), counted AS (
    SELECT coalesce(min(fits) FILTER (WHERE whole), max(fits)) AS total, bool_or(whole) AS exact FROM counts
  )
  SELECT ${rowColumns}, total, exact FROM counted LEFT JOIN page ON true ORDER BY ${order}`
  return { text, values }
}

/**
 * Returns the routes to count by: a perfect index alone, if there is one; else those narrowed by filters (of the words
 * only the leading one, which is the rarest); else those in the requested order.
 */
function countingRoutes(kind: Kind, search: Search, lead: WordCondition | null): readonly Route[] {
  const routes = routesOf(kind, search).filter(({ word }) => !word || !lead || word === lead)
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
  if (exact) return { rows, total, exact }
  const shown = offset + found.length
  // A page that is not full is the last, so all rows were found.
  const isLast = found.length <= limit && (found.length > 0 || offset === 0)
  if (isLast && shown <= countTo) return { rows, total: shown, exact: true }
  return { rows, total: Math.max(Math.min(total, countTo), shown), exact }
}

/**
 * Returns the SQL of a list of several accounts: up to `limit` rows of each by its own index, then the nearest of
 * those.
 */
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

/** Compares a single account by its value, for which the planner has statistics; joins several one by one. */
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
