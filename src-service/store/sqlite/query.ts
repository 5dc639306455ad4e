import type { Condition, Kind, Query } from '../store.ts'
import { type ColumnValue, commonColumns, tables } from '../tables.ts'
import { rowColumns } from './statements.ts'

interface Sql {
  readonly text: string
  readonly values: readonly ColumnValue[]
  /** The rows come oldest first and are to be turned round. */
  readonly reversed: boolean
}

/** The SQL of a list: newest first, strictly after or before a position. @throws on a column that does not exist. */
export function listSql(kind: Kind, query: Query): Sql {
  const table = tables[kind]
  const parts: string[] = []
  const values: ColumnValue[] = []
  const add = (text: string, ...added: readonly ColumnValue[]) => {
    parts.push(text)
    values.push(...added)
  }
  if (query.account_id !== undefined) add('account_id = ?', query.account_id)
  for (const condition of query.where ?? []) {
    assertColumn(table.columns, condition.column, kind)
    add(...conditionSql(condition))
  }
  if (query.after !== undefined) {
    add('(created_at, id) < (?, ?)', query.after.created_at, query.after.id)
  }
  if (query.before !== undefined) {
    add('(created_at, id) > (?, ?)', query.before.created_at, query.before.id)
  }
  // The rows nearest to `before` are the oldest of those that are newer.
  const reversed = query.before !== undefined && query.after === undefined
  const direction = reversed ? 'ASC' : 'DESC'
  const where = parts.length === 0 ? '' : `WHERE ${parts.join(' AND ')}`
  return {
    text: `SELECT ${rowColumns} FROM ${table.name} ${where}
      ORDER BY created_at ${direction}, id ${direction} LIMIT ?`,
    values: [...values, query.limit],
    reversed,
  }
}

function assertColumn(columns: readonly string[], column: string, kind: Kind): void {
  const known = columns.includes(column) || commonColumns.some((common) => common === column)
  if (!known) throw new Error(`${kind} cannot be searched by ${column}: it is no column (tables.ts)`)
}

function conditionSql({ column, is, value }: Condition): [string, ...ColumnValue[]] {
  if (is === 'in') {
    const list = typeof value === 'object' ? value : [value]
    // One parameter whatever the number of values, so that the statement is prepared once.
    return [`${column} IN (SELECT value FROM json_each(?))`, JSON.stringify(list)]
  }
  if (typeof value === 'object') throw new Error(`${column} ${is} takes one value`)
  return [`${column} ${is} ?`, value]
}
