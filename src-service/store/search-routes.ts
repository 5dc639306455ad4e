import { isOnly, type SearchIndex } from './intent-columns.ts'
import type { Condition, Kind, Search, WordCondition } from './store.ts'
import { tables } from './tables.ts'

/** How one index would answer a search. */
export interface Route {
  readonly index: Pick<SearchIndex, 'name' | 'order'>
  /** Set when the index is that of the words: the word whose entries are read. */
  readonly word?: WordCondition
  /** The conditions that the index answers by itself. */
  readonly own: readonly Condition[]
  /** The conditions to check for each entry. */
  readonly rest: readonly Condition[]
  /** Whether the entry holds all columns for `rest`, so that the row need not be read. */
  readonly covered: boolean
  /** Rows come in the requested order. */
  readonly sorted: boolean
}

const isComparison = ({ is }: Condition): boolean =>
  is === '=' || is === '>=' || is === '<=' || is === '<' || is === '>'

export const isWord = (condition: Condition): condition is WordCondition => condition.is === 'has'

function ownConditions(index: SearchIndex, where: Search['where']): readonly Condition[] {
  return where.filter(
    (condition) =>
      (condition.column === index.equal && (condition.is === '=' || condition.is === 'in')) ||
      (condition.column === index.present && condition.is === 'not null') ||
      isOnly(index, condition) ||
      (condition.column === index.order && isComparison(condition)),
  )
}

/** Returns every index that can answer this search. @throws when the sort has no index. */
export function routesOf(kind: Kind, { where, sort }: Search): readonly Route[] {
  const routes = (tables[kind].searches ?? []).flatMap((index): readonly Route[] => {
    const own = ownConditions(index, where)
    const has = (column: string | undefined) =>
      column === undefined || own.some((condition) => condition.column === column)
    if (![index.equal, index.present, index.only?.column].every(has)) return []
    const rest = where.filter((condition) => !own.includes(condition))
    const columns = [index.order, index.equal, ...(index.carries ?? [])]
    const covered = [sort.column, ...rest.map(({ column }) => column)].every((column) =>
      columns.includes(column),
    )
    // With several values, the rows of each are in order, but not those of all together.
    const sorted = index.order === sort.column && !own.some(({ is }) => is === 'in')
    return [{ index, own, rest, covered, sorted }]
  })
  if (sort.column === 'created_at') routes.push(...wordRoutes(where))
  if (!routes.some(({ sorted }) => sorted)) {
    throw new Error(`${kind} cannot be sorted by ${sort.column}: it has no index for that (tables.ts)`)
  }
  return routes
}

/**
 * Returns a route for each word: its entries are in order of creation, and other words are looked up for each entry.
 */
const wordRoutes = (where: Search['where']): readonly Route[] =>
  where.filter(isWord).map((word) => {
    const own = where.filter(
      (condition) => condition === word || (condition.column === 'created_at' && isComparison(condition)),
    )
    const rest = where.filter((condition) => !own.includes(condition))
    const index = { name: 'words', order: 'created_at' }
    return { index, word, own, rest, covered: rest.every(isWord), sorted: true }
  })

/** Whether there are several words: matches are found from the word entries alone. */
export const mergesWords = ({ word, rest }: Route): boolean => word !== undefined && rest.some(isWord)

/** The index yields exactly the requested rows in the requested order. */
export const isPerfect = ({ sorted, rest }: Route): boolean => sorted && rest.length === 0

/** Maximum number of entries counted when the index alone answers the search, ... */
export const countTo = 10_000
/** ... when another word must be looked up for each entry, ... */
const wordsLookedUp = 3_000
/** ... and when each row must be read. */
const rowsLookedUp = 1_500

/** Returns the maximum number of index entries to count. */
export const countedAmong = ({ covered, rest }: Route): number =>
  covered ? (rest.some(isWord) ? wordsLookedUp : countTo) : rowsLookedUp
