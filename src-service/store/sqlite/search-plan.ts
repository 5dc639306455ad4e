import type { Condition, Kind, Search } from '../store.ts'
import { type SearchIndex, tables } from '../tables.ts'

/**
 * SQLite would choose an index by how the table looked when it was last analysed, blind to the values that are asked
 * for. The store counts instead: at most so many entries of each index that the filters narrow.
 */

/** How one index would serve a search. */
export interface Route {
  readonly index: SearchIndex
  /** What the index answers by itself. */
  readonly own: readonly Condition[]
  /** What is to be asked of each entry, */
  readonly rest: readonly Condition[]
  /** and whether the entry tells it, so that the row itself need not be read. */
  readonly covered: boolean
  /** Rows come in the order that is asked for. */
  readonly sorted: boolean
}

const isComparison = (condition: Condition): boolean =>
  condition.is !== 'null' && condition.is !== 'not null' && condition.is !== 'in'

function ownConditions(index: SearchIndex, where: Search['where']): readonly Condition[] {
  return where.filter(
    (condition) =>
      (condition.column === index.equal && condition.is === '=') ||
      (condition.column === index.present && condition.is === 'not null') ||
      (condition.column === index.order && isComparison(condition)),
  )
}

/** Every index by which this search could be answered. @throws when the sort has no index. */
export function routesOf(kind: Kind, { where, sort }: Search): readonly Route[] {
  const routes = (tables[kind].searches ?? []).flatMap((index): readonly Route[] => {
    const own = ownConditions(index, where)
    const has = (column: string | undefined) =>
      column === undefined || own.some((condition) => condition.column === column)
    if (!has(index.equal) || !has(index.present)) return []
    const rest = where.filter((condition) => !own.includes(condition))
    const columns = [index.order, index.equal, ...(index.carries ?? [])]
    const covered = [sort.column, ...rest.map(({ column }) => column)].every((column) =>
      columns.includes(column),
    )
    return [{ index, own, rest, covered, sorted: index.order === sort.column }]
  })
  if (!routes.some(({ sorted }) => sorted)) {
    throw new Error(`${kind} cannot be sorted by ${sort.column}: it has no index for that (tables.ts)`)
  }
  return routes
}

export type Plan =
  /** Few enough rows to look at them all, whatever their order. */
  | { readonly by: 'gathering'; readonly route: Route }
  /** Too many: in the order that is asked for, until the page is full. */
  | { readonly by: 'walking'; readonly route: Route }

/** @param count entries of the index that its own conditions leave, counted no further than `few` + 1. */
export function choosePlan(routes: readonly Route[], few: number, count: (route: Route) => number): Plan {
  // The index gives just those rows in just that order.
  const perfect = routes.find(({ sorted, rest }) => sorted && rest.length === 0)
  if (perfect !== undefined) return { by: 'walking', route: perfect }
  let least = few + 1
  let narrowest: Route | null = null
  let walk: { readonly route: Route; readonly rank: number } | null = null
  for (const route of routes) {
    const entries = route.own.length === 0 ? few + 1 : count(route)
    if (entries < least) {
      least = entries
      narrowest = route
    }
    if (!route.sorted) continue
    const rank = (route.covered ? 10 : 0) + route.own.length
    if (walk === null || rank > walk.rank) walk = { route, rank }
  }
  if (narrowest !== null) return { by: 'gathering', route: narrowest }
  if (walk === null) throw new Error('no index gives the order that is asked for')
  return { by: 'walking', route: walk.route }
}
