import { setImmediate as turn } from 'node:timers/promises'
import { createParameters, type Dialect, entriesOf, entryWhere, wordsOf } from '../list-sql.ts'
import { countedAmong, countTo, isWord, mergesWords, type Route, routesOf } from '../search-routes.ts'
import type { Condition, Kind, Search, WordCondition } from '../store.ts'
import { type ColumnValue, tables } from '../tables.ts'
import { choosePlan } from './search-plan.ts'
import type { Statement } from './statements.ts'

/** A matching row, before its document is read. */
export interface Hit {
  readonly account_id: string
  readonly id: string
  /** The value of the sort column. */
  readonly key: number
}

/** The hits of one account: the first ones in the requested order, and their total number. */
interface Leg {
  readonly hits: readonly Hit[]
  readonly total: number
  readonly exact: boolean
}

export interface Found extends Leg {
  /** Whether there are more hits after these. */
  readonly more: boolean
}

/** Up to this many rows are all examined and sorted; more are walked in order instead. */
const few = 3_000

/**
 * Factor by which more entries are examined per turn after the first turn did not fill the page: matches are rare then.
 */
const fewFound = 4

/** Accounts searched before yielding to the event loop. */
const accountsAtOnce = 50

/** A position in the requested order. */
type Place = readonly [key: number, id: string]
interface Part {
  readonly conditions: readonly Condition[]
  readonly after?: Place | undefined
  readonly until?: Place | undefined
  /**
   * For several words with very many entries: matches are found by intersecting the entries of the words instead of
   * looking each entry up.
   */
  readonly merged?: boolean
}

/** Searches one account after another, each by its own indexes. @param raw prepares statements that return arrays */
export function createSearch(dialect: Dialect<ColumnValue>, raw: (sql: string) => Statement) {
  const createReader = (kind: Kind, { sort }: Search, accountId: string, { index, word }: Route) => {
    const [forward, backward] = sort.direction === 'asc' ? ['>', '<='] : ['<', '>=']
    const order = `ORDER BY ${sort.column} ${sort.direction}, id ${sort.direction}`
    const build = ({ conditions, after, until, merged = false }: Part) => {
      const { parameter, condition, values } = createParameters(dialect, kind)
      const place = ([key, id]: Place) => `(${parameter(key)}, ${parameter(id)})`
      const where = (own: readonly string[]): string =>
        [
          `account_id = ${parameter(accountId)}`,
          ...own,
          ...(after === undefined ? [] : [`(${sort.column}, id) ${forward} ${place(after)}`]),
          ...(until === undefined ? [] : [`(${sort.column}, id) ${backward} ${place(until)}`]),
        ].join(' AND ')
      if (word === undefined) {
        const table = `${tables[kind].name} AS found INDEXED BY ${index.name}`
        return { from: `FROM ${table} WHERE ${where(conditions.map(condition))}`, parameter, values }
      }
      const entries = [...entriesOf(word, parameter), ...entryWhere(kind, word, conditions, condition)]
      if (!merged)
        return { from: `FROM ${wordsOf(kind)} AS found WHERE ${where(entries)}`, parameter, values }
      const timesOf = (one: WordCondition) =>
        `SELECT ${sort.column} AS time FROM ${wordsOf(kind)} WHERE ${where(entriesOf(one, parameter))}`
      const times = conditions.filter(isWord).map(timesOf).join(' INTERSECT ')
      // ORDER BY makes SQLite merge the words' entries without storing them; LIMIT makes it preserve that order.
      const from = `FROM (${times} ORDER BY time ${sort.direction} LIMIT -1) AS met
        CROSS JOIN ${wordsOf(kind)} AS found WHERE ${where([...entries, `${sort.column} = time`])}`
      return { from, parameter, values }
    }
    return {
      count(part: Part, most: number): number {
        const { from, parameter, values } = build(part)
        const [count] = raw(`SELECT count(*) FROM (SELECT 1 ${from} LIMIT ${parameter(most)})`).get(
          values,
        ) as [number]
        return count
      },
      take(part: Part, limit: number, skip = 0): readonly Hit[] {
        const { from, parameter, values } = build(part)
        const sql = `SELECT ${sort.column}, id ${from} ${order} LIMIT ${parameter(limit)} OFFSET ${parameter(skip)}`
        const rows = raw(sql).all(values) as [number, string][]
        return rows.map(([key, id]) => ({ account_id: accountId, id, key }))
      },
    }
  }
  type Reader = ReturnType<typeof createReader>

  /** Examines entries until the page is full, and yields to the event loop in between. */
  const walk = async (
    reader: Reader,
    route: Route,
    { take, start }: { readonly take: number; readonly start: Place | undefined },
  ): Promise<Leg> => {
    const { own, rest } = route
    const enough = countedAmong(route)
    const merged = mergesWords(route)
    const hits: Hit[] = []
    let [total, after, most]: [number, Place | undefined, number] = [0, start, enough]
    for (;;) {
      const [last] = reader.take({ conditions: own, after }, 1, most - 1)
      const until: Place | undefined = last && [last.key, last.id]
      const part = { conditions: [...own, ...rest], after, until, merged }
      const wanted = take - hits.length
      // A merged part is read once, both for the page and for the count.
      const found = reader.take(part, merged ? Math.max(wanted, most) : wanted)
      hits.push(...found.slice(0, wanted))
      total += merged || found.length < wanted ? found.length : reader.count(part, most)
      if (until === undefined) return { hits, total, exact: true }
      if (hits.length >= take) return { hits, total, exact: false }
      after = until
      // Entries of words that were not searched for recently are read from disk page by page, which blocks the process.
      most = merged ? enough : fewFound * enough
      await turn()
    }
  }

  /** @param counted hits already counted in other accounts: the count stops at `countTo` */
  const searchAccount = async (
    kind: Kind,
    search: Search,
    accountId: string,
    { skip, take, counted }: { readonly skip: number; readonly take: number; readonly counted: number },
  ): Promise<Leg> => {
    const readerOf = (route: Route) => createReader(kind, search, accountId, route)
    const after: Place | undefined = search.after && [search.after.key, search.after.id]
    const plan = choosePlan(routesOf(kind, search), few, (route) =>
      readerOf(route).count({ conditions: route.own }, few + 1),
    )
    const { route } = plan
    const reader = readerOf(route)
    if (plan.by === 'walking' && route.rest.length > 0) {
      const leg = await walk(reader, route, { take: skip + take, start: after })
      return { ...leg, hits: leg.hits.slice(skip) }
    }
    const part = { conditions: [...route.own, ...route.rest], after }
    const most = Math.max(0, countTo - counted)
    const total = reader.count(part, most + 1)
    return { hits: reader.take(part, take, skip), total: Math.min(total, most), exact: total <= most }
  }

  return async (kind: Kind, search: Search): Promise<Found> => {
    const { accountIds, offset, limit, sort } = search
    // With several accounts, any one of them might hold the whole page.
    const skip = accountIds.length === 1 ? offset : 0
    const take = offset - skip + limit + 1
    const legs: Leg[] = []
    let total = 0
    for (const accountId of accountIds) {
      const leg = await searchAccount(kind, search, accountId, { skip, take, counted: total })
      legs.push(leg)
      total += leg.total
      if (legs.length % accountsAtOnce === 0) await turn()
    }
    const hits = legs.flatMap((leg) => leg.hits)
    if (legs.length > 1) hits.sort(orderOf(sort))
    const page = hits.slice(offset - skip, offset - skip + limit)
    const more = hits.length > offset - skip + limit
    return { hits: page, more, total, exact: legs.every(({ exact }) => exact) }
  }
}

const orderOf = ({ direction }: Search['sort']) => {
  const sign = direction === 'asc' ? 1 : -1
  return (one: Hit, other: Hit): number =>
    sign * (one.key - other.key || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))
}
