import { setImmediate as turn } from 'node:timers/promises'
import { createParameters, type Dialect } from '../list-sql.ts'
import type { Condition, Kind, Search } from '../store.ts'
import { type ColumnValue, tables } from '../tables.ts'
import { choosePlan, type Plan, type Route, routesOf } from './search-plan.ts'
import type { Statement } from './statements.ts'

/** A row that was found, before its document is read. */
export interface Hit {
  readonly account_id: string
  readonly id: string
  /** What it is sorted by. */
  readonly key: number
}

/** What one account contributes: its first hits in the order asked for, and how many it has. */
interface Leg {
  readonly hits: readonly Hit[]
  readonly total: number
  readonly exact: boolean
}

export interface Found extends Leg {
  /** There is a hit after these. */
  readonly more: boolean
}

/** So many rows are read whole and sorted; more are walked in order instead. */
const few = 4_000
/** Rows are counted to here where the index tells them all by itself, ... */
const countTo = 10_000
/** ... and among so many where each must be looked up. */
const lookedUp = 4_000
/** Rows of a walk between two turns of the event loop. */
const sliceRows = 2_000

/** Searches one account after the other: each by its own indexes. @param raw statements that answer arrays */
export function createSearch(dialect: Dialect<ColumnValue>, raw: (sql: string) => Statement) {
  const build = (kind: Kind, route: Route, accountId: string) => {
    const parameters = createParameters(dialect, kind)
    const from = `FROM ${tables[kind].name} INDEXED BY ${route.index.name}
      WHERE account_id = ${parameters.parameter(accountId)}`
    const also = (conditions: readonly Condition[]) =>
      conditions.map((condition) => ` AND ${parameters.condition(condition)}`).join('')
    return { ...parameters, from, also }
  }

  const countEntries = (kind: Kind, accountId: string, route: Route, most: number): number => {
    const { from, also, parameter, values } = build(kind, route, accountId)
    const sql = `SELECT count(*) FROM (SELECT 1 ${from}${also(route.own)} LIMIT ${parameter(most)})`
    const [count] = raw(sql).get(values) as [number]
    return count
  }

  const gather = (kind: Kind, accountId: string, { route }: Plan, { sort }: Search): Leg => {
    const { from, also, values } = build(kind, route, accountId)
    const sql = `SELECT ${sort.column}, id ${from}${also(route.own)}${also(route.rest)}`
    const rows = raw(sql).all(values) as [number, string][]
    const hits = rows.map(([key, id]) => ({ account_id: accountId, id, key })).sort(orderOf(sort))
    return { hits, total: hits.length, exact: true }
  }

  /** The index alone tells which rows: `skip` of them are passed over without a look at them. */
  const takeInOrder = (
    kind: Kind,
    accountId: string,
    { route }: Plan,
    { sort }: Search,
    window: { readonly skip: number; readonly take: number },
  ): Leg => {
    const { from, also, parameter, values } = build(kind, route, accountId)
    const sql = `SELECT ${sort.column}, id ${from}${also(route.own)}
      ORDER BY ${sort.column} ${sort.direction}, id ${sort.direction}
      LIMIT ${parameter(window.take)} OFFSET ${parameter(window.skip)}`
    const rows = raw(sql).all(values) as [number, string][]
    const hits = rows.map(([key, id]) => ({ account_id: accountId, id, key }))
    const total = countEntries(kind, accountId, route, countTo + 1)
    return { hits, total: Math.min(total, countTo), exact: total <= countTo }
  }

  /** Looks at row after row until the page is full; others get their turn in between. */
  const walk = async (
    kind: Kind,
    accountId: string,
    { route }: Plan,
    { sort }: Search,
    take: number,
  ): Promise<Leg> => {
    const hits: Hit[] = []
    let visited = 0
    let total = 0
    let last: readonly [number, string] | null = null
    for (;;) {
      const { from, also, condition, parameter, values } = build(kind, route, accountId)
      const own = also(route.own)
      const beyond: string =
        last === null
          ? ''
          : ` AND (${sort.column}, id) ${sort.direction === 'asc' ? '>' : '<'} (${parameter(last[0])}, ${parameter(last[1])})`
      const fits = route.rest.map(condition).join(' AND ')
      const sql = `SELECT ${sort.column}, id, ${fits} AS fits ${from}${own}${beyond}
        ORDER BY ${sort.column} ${sort.direction}, id ${sort.direction} LIMIT ${parameter(sliceRows)}`
      const rows = raw(sql).all(values) as [number, string, number | null][]
      for (const [key, id, match] of rows) {
        if (match !== 1) continue
        total += 1
        if (hits.length < take) hits.push({ account_id: accountId, id, key })
      }
      visited += rows.length
      const end = rows.at(-1)
      if (rows.length < sliceRows || end === undefined) return { hits, total, exact: true }
      if (hits.length >= take && visited >= lookedUp) return { hits, total, exact: false }
      last = [end[0], end[1]]
      await turn()
    }
  }

  return async (kind: Kind, search: Search): Promise<Found> => {
    const { accountIds, offset, limit, sort } = search
    const routes = routesOf(kind, search)
    const skip = accountIds.length === 1 ? offset : 0
    const take = offset + limit + 1
    const legs: Leg[] = []
    let skipped = 0
    for (const accountId of accountIds) {
      const plan = choosePlan(routes, few, (route) => countEntries(kind, accountId, route, few + 1))
      if (plan.by === 'gathering') legs.push(gather(kind, accountId, plan, search))
      else if (plan.route.rest.length > 0) legs.push(await walk(kind, accountId, plan, search, take))
      else {
        legs.push(takeInOrder(kind, accountId, plan, search, { skip, take: take - skip }))
        skipped = skip
      }
    }
    const hits = legs.flatMap((leg) => leg.hits)
    if (legs.length > 1) hits.sort(orderOf(sort))
    const page = hits.slice(offset - skipped, take - skipped)
    return {
      hits: page.slice(0, limit),
      more: page.length > limit,
      total: legs.reduce((sum, { total }) => sum + total, 0),
      exact: legs.every(({ exact }) => exact),
    }
  }
}

const orderOf = ({ direction }: Search['sort']) => {
  const sign = direction === 'asc' ? 1 : -1
  return (one: Hit, other: Hit): number =>
    sign * (one.key - other.key || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0))
}
