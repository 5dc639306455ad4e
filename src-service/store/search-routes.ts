import { isOnly, type SearchIndex } from './intent-columns.ts'
import type { Condition, Kind, Search, WordCondition } from './store.ts'
import { tables } from './tables.ts'

/** How one index would serve a search. */
export interface Route {
  readonly index: Pick<SearchIndex, 'name' | 'order'>
  /** The index is that of the words, and this is the word whose entries are read. */
  readonly word?: WordCondition
  /** What the index answers by itself. */
  readonly own: readonly Condition[]
  /** What is to be asked of each entry, */
  readonly rest: readonly Condition[]
  /** and whether the entry holds it, so that the row itself need not be read. */
  readonly covered: boolean
  /** Rows come in the order that is asked for. */
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

/** Every index by which this search could be answered. @throws when the sort has no index. */
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
    // Of several values the rows of each are in order, and those of all are not.
    const sorted = index.order === sort.column && !own.some(({ is }) => is === 'in')
    return [{ index, own, rest, covered, sorted }]
  })
  if (sort.column === 'created_at') routes.push(...wordRoutes(where))
  if (!routes.some(({ sorted }) => sorted)) {
    throw new Error(`${kind} cannot be sorted by ${sort.column}: it has no index for that (tables.ts)`)
  }
  return routes
}

/** A way by each of the words: its entries are in the order of creation, and those of another word are looked up by it. */
const wordRoutes = (where: Search['where']): readonly Route[] =>
  where.filter(isWord).map((word) => {
    const own = where.filter(
      (condition) => condition === word || (condition.column === 'created_at' && isComparison(condition)),
    )
    const rest = where.filter((condition) => !own.includes(condition))
    const index = { name: 'words', order: 'created_at' }
    return { index, word, own, rest, covered: rest.every(isWord), sorted: true }
  })

/** Several words: what has all of them is found by their entries alone. */
export const mergesWords = ({ word, rest }: Route): boolean => word !== undefined && rest.some(isWord)

/** The index gives just the rows that are asked for, in just that order. */
export const isPerfect = ({ sorted, rest }: Route): boolean => sorted && rest.length === 0

/** Rows are counted to here where an index counts them by itself, ... */
export const countTo = 10_000
/** ... among so many entries where another word of each is looked up, ... */
const wordsLookedUp = 3_000
/** ... and among so many where each row must be. */
const rowsLookedUp = 1_500

/** Among how many entries of the index rows are counted. */
export const countedAmong = ({ covered, rest }: Route): number =>
  covered ? (rest.some(isWord) ? wordsLookedUp : countTo) : rowsLookedUp
