import { isPerfect, mergesWords, type Route } from '../search-routes.ts'

/**
 * SQLite would choose an index by how the table looked when it was last analysed, blind to the values that are asked
 * for. The store counts instead: at most so many entries of each index that the filters narrow.
 */
export type Plan =
  /** Few enough rows to look at them all, whatever their order. */
  | { readonly by: 'gathering'; readonly route: Route }
  /** Too many: in the order that is asked for, until the page is full. */
  | { readonly by: 'walking'; readonly route: Route }

/** @param count entries of the index that its own conditions leave, counted no further than `few` + 1. */
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
  if (walk === null) throw new Error('no index gives the order that is asked for')
  return { by: 'walking', route: walk.route }
}
