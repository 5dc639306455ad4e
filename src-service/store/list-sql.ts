import { isOnly } from './intent-columns.ts'
import { anyField } from './intent-words.ts'
import { rowColumns } from './rows.ts'
import type { Condition, Kind, Query, WordCondition } from './store.ts'
import { type ColumnValue, commonColumns, tables } from './tables.ts'

/** Differences between the SQL dialects of the engines. `Value` is the type of a statement parameter. */
export interface Dialect<Value> {
  /** The placeholder of a parameter, counted from 1. */
  readonly parameter: (number: number) => string
  /** SQL that is true where the column is one of the values in the list parameter. */
  readonly among: (column: string, number: number) => string
  readonly list: (values: readonly (string | number)[]) => Value
  /** SQL that is true where the column's text contains the parameter's text. */
  readonly contains: (column: string, number: number) => string
}

export interface ListSql<Value> {
  readonly text: string
  readonly values: readonly Value[]
  /** The rows arrive oldest first and must be reversed. */
  readonly reversed: boolean
}

/** Collects the parameters of a statement in the order of their placeholders. */
export function createParameters<Value>(dialect: Dialect<Value>, kind: Kind) {
  const { columns, searches = [], written = [] } = tables[kind]
  const values: (Value | ColumnValue)[] = []
  const parameter = (value: ColumnValue): string => dialect.parameter(values.push(value))
  return {
    values,
    parameter,
    /** @returns the placeholder of a list */
    list: (list: readonly (string | number)[]): string => dialect.parameter(values.push(dialect.list(list))),
    /** @throws on a column that does not exist. */
    condition(condition: Condition): string {
      if (condition.is === 'has') return hasWord(kind, condition, parameter)
      const { column } = condition
      assertColumn(columns, column, kind)
      if (!('value' in condition)) return `${column} IS ${condition.is}`
      const { is, value } = condition
      // A literal, not a parameter: planners use a partial index only if the query provably matches its condition.
      if (is === '=' && typeof value === 'string') {
        const isWritten = written.includes(column) || searches.some((index) => isOnly(index, condition))
        if (isWritten) return `${column} = '${value.replaceAll("'", "''")}'`
      }
      if (is === 'in') {
        return dialect.among(column, values.push(dialect.list(typeof value === 'object' ? value : [value])))
      }
      if (is === 'contains') return dialect.contains(column, values.push(value))
      if (typeof value === 'object') throw new Error(`${column} ${is} takes one value`)
      return `${column} ${is} ${parameter(value)}`
    },
  }
}

/**
 * SQL condition on the row or word entry with the alias `found`: whether its resource has the word. A scalar sub-select
 * per row, because PostgreSQL would execute an EXISTS by collecting every row with the word, even after the page is
 * full.
 */
function hasWord(
  kind: Kind,
  { value, fields }: WordCondition,
  parameter: (value: ColumnValue) => string,
): string {
  return `(SELECT 1 FROM ${wordsOf(kind)} AS other
    WHERE other.account_id = found.account_id AND other.word = ${parameter(value)}
    AND other.created_at = found.created_at AND other.id = found.id AND (other.fields & ${parameter(fields)}) <> 0) IS NOT NULL`
}

/** Returns the conditions that select the entries of this word. */
export const entriesOf = (
  { value, fields }: WordCondition,
  parameter: (value: ColumnValue) => string,
): readonly string[] => [
  `word = ${parameter(value)}`,
  // Every entry has at least one field, so `anyField` needs no condition.
  ...(fields === anyField ? [] : [`(fields & ${parameter(fields)}) <> 0`]),
]

/**
 * Returns the other conditions for an entry of `word` with the alias `found`. Other words are looked up by the entry's
 * key, created_at is compared in the entry, and the rest in the resource's row.
 */
export function entryWhere(
  kind: Kind,
  word: WordCondition,
  conditions: readonly Condition[],
  condition: (one: Condition) => string,
): readonly string[] {
  const others = conditions.filter((one) => one !== word)
  const isOfEntry = ({ is, column }: Condition) => is === 'has' || column === 'created_at'
  const entry = others.filter(isOfEntry).map(condition)
  const row = others.filter((one) => !isOfEntry(one)).map(condition)
  if (row.length === 0) return entry
  const kept = ['kept.account_id = found.account_id', 'kept.id = found.id', ...row].join(' AND ')
  return [...entry, `(SELECT 1 FROM ${tables[kind].name} AS kept WHERE ${kept}) IS NOT NULL`]
}

/** Returns the name of the kind's word table. @throws when it has none. */
export function wordsOf(kind: Kind): string {
  const { words } = tables[kind]
  if (words === undefined) throw new Error(`${kind} has no words to be searched by (tables.ts)`)
  return words.name
}

/**
 * Returns the SQL of a list: newest first, strictly after or before a position.
 * @param select the columns to return
 * @throws on a column that does not exist.
 */
export function listSql<Value>(
  dialect: Dialect<Value>,
  kind: Kind,
  query: Query,
  select = rowColumns,
): ListSql<Value | ColumnValue> {
  const { values, parameter, condition } = createParameters(dialect, kind)
  const parts: string[] = []
  if (query.account_id !== undefined) parts.push(`account_id = ${parameter(query.account_id)}`)
  const { text, reversed } = listTail(kind, query, parts, { parameter, condition }, select)
  return { text, values, reversed }
}

/** Returns the SQL that finds those of some accounts that have any row of a list. SQLite only. */
export function havingSql<Value>(
  dialect: Dialect<Value>,
  kind: Kind,
  query: Query,
  accounts: readonly string[],
): Pick<ListSql<Value | ColumnValue>, 'text' | 'values'> {
  const { values, parameter, list, condition } = createParameters(dialect, kind)
  const given = list(accounts)
  const parts = ['account_id = given.value']
  // In the list's order, so that the same index is used.
  const { text } = listTail(kind, { ...query, limit: 1 }, parts, { parameter, condition }, '1')
  return { text: `SELECT given.value FROM json_each(${given}) AS given WHERE EXISTS (${text})`, values }
}

type Parameters = Pick<ReturnType<typeof createParameters>, 'parameter' | 'condition'>

/** Returns the SELECT of a list; `parts` already has the condition on the account. */
export function listTail(
  kind: Kind,
  query: Query,
  parts: readonly string[],
  { parameter, condition }: Parameters,
  select: string,
): { readonly text: string; readonly reversed: boolean; readonly direction: 'ASC' | 'DESC' } {
  const position = ({ created_at, id }: { readonly created_at: number; readonly id: string }) =>
    `(${parameter(created_at)}, ${parameter(id)})`
  const all = [...parts, ...(query.where ?? []).map(condition)]
  if (query.after !== undefined) all.push(`(created_at, id) < ${position(query.after)}`)
  if (query.before !== undefined) all.push(`(created_at, id) > ${position(query.before)}`)
  // The rows nearest to `before` are the oldest of the newer ones.
  const reversed = query.before !== undefined && query.after === undefined
  const direction = reversed ? 'ASC' : 'DESC'
  const where = all.length === 0 ? '' : `WHERE ${all.join(' AND ')}`
  if (query.leastOf !== undefined) assertColumn(tables[kind].columns, query.leastOf, kind)
  const order =
    query.leastOf === undefined ? `created_at ${direction}, id ${direction}` : `${query.leastOf}, id`
  const text = `SELECT ${select} FROM ${tables[kind].name} ${where}
    ORDER BY ${order} LIMIT ${parameter(query.limit)}`
  return { text, reversed, direction }
}

function assertColumn(columns: readonly string[], column: string, kind: Kind): void {
  const known = columns.includes(column) || commonColumns.some((common) => common === column)
  if (!known) throw new Error(`${kind} cannot be searched by ${column}: it is no column (tables.ts)`)
}
