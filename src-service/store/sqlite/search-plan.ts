import { isPerfect, mergesWords, type Route } from '../search-routes.ts'

/**
 * SQLite would choose an index by the statistics of the last ANALYZE, ignoring the values of the query. The store
 * instead counts the entries of each index that the filters narrow, up to a maximum.
 */
export type Plan =
  /** Few enough rows to examine all of them, in any order. */
  | { readonly by: 'gathering'; readonly route: Route }
  /** Too many rows: examines them in the requested order until the page is full. */
  | { readonly by: 'walking'; readonly route: Route }

/** @param count counts the index entries that meet the route's own conditions, up to `few` + 1. */
export function choosePlan(routes: readonly Route[], few: number, count: (route: Route) => number): Plan {
  const perfect = routes.find(isPerfect)
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
    const rank = (route.covered || mergesWords(route) ? 10 : 0) + route.own.length
    if (walk === null || rank > walk.rank) walk = { route, rank }
  }
  if (narrowest !== null) return { by: 'gathering', route: narrowest }
  if (walk === null) throw new Error('no index has the requested order')
  return { by: 'walking', route: walk.route }
}
