import { rowColumns } from './rows.ts'
import type { Condition, Kind, Query } from './store.ts'
import { type ColumnValue, commonColumns, tables } from './tables.ts'

/** What the engines write differently. `Value` is what their parameters take. */
export interface Dialect<Value> {
  /** The place of a parameter, counted from 1. */
  readonly parameter: (number: number) => string
  /** True where the column is among the values of the list in one parameter. */
  readonly among: (column: string, number: number) => string
  readonly list: (values: readonly (string | number)[]) => Value
}

export interface ListSql<Value> {
  readonly text: string
  readonly values: readonly Value[]
  /** The rows come oldest first and are to be turned round. */
  readonly reversed: boolean
}

/** The SQL of a list: newest first, strictly after or before a position. @throws on a column that does not exist. */
export function listSql<Value>(
  dialect: Dialect<Value>,
  kind: Kind,
  query: Query,
): ListSql<Value | ColumnValue> {
  const table = tables[kind]
  const values: (Value | ColumnValue)[] = []
  const parameter = (value: ColumnValue) => dialect.parameter(values.push(value))
  const conditionSql = ({ column, is, value }: Condition): string => {
    assertColumn(table.columns, column, kind)
    if (is === 'in') {
      return dialect.among(column, values.push(dialect.list(typeof value === 'object' ? value : [value])))
    }
    if (typeof value === 'object') throw new Error(`${column} ${is} takes one value`)
    return `${column} ${is} ${parameter(value)}`
  }
  const position = ({ created_at, id }: { readonly created_at: number; readonly id: string }) =>
    `(${parameter(created_at)}, ${parameter(id)})`

  const parts: string[] = []
  if (query.account_id !== undefined) parts.push(`account_id = ${parameter(query.account_id)}`)
  for (const condition of query.where ?? []) parts.push(conditionSql(condition))
  if (query.after !== undefined) parts.push(`(created_at, id) < ${position(query.after)}`)
  if (query.before !== undefined) parts.push(`(created_at, id) > ${position(query.before)}`)
  // The rows nearest to `before` are the oldest of those that are newer.
  const reversed = query.before !== undefined && query.after === undefined
  const direction = reversed ? 'ASC' : 'DESC'
  const where = parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`
  const text = `SELECT ${rowColumns} FROM ${table.name} ${where}
    ORDER BY created_at ${direction}, id ${direction} LIMIT ${parameter(query.limit)}`
  return { text, values, reversed }
}

function assertColumn(columns: readonly string[], column: string, kind: Kind): void {
  const known = columns.includes(column) || commonColumns.some((common) => common === column)
  if (!known) throw new Error(`${kind} cannot be searched by ${column}: it is no column (tables.ts)`)
}
