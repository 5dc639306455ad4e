import { createParameters, type Dialect, type ListSql } from './list-sql.ts'
import type { Kind, ValuesQuery } from './store.ts'
import { type ColumnValue, tables } from './tables.ts'

/**
 * The SQL of the values of a column: from each to the next by the index, which no planner does of itself, and the least number of each.
 * @throws on a column that does not exist.
 */
export function valuesSql<Value>(
  dialect: Dialect<Value>,
  kind: Kind,
  { by, of, upTo }: ValuesQuery,
): Pick<ListSql<Value | ColumnValue>, 'text' | 'values'> {
  const { columns, name } = tables[kind]
  if (!columns.includes(by)) throw new Error(`${kind} has no column ${by} (tables.ts)`)
  const { values, condition } = createParameters(dialect, kind)
  // What an index of some rows only is made of.
  const some = condition({ column: of, is: 'not null' })
  const next = (after: string) => `(SELECT ${by} FROM ${name} WHERE ${some}${after} ORDER BY ${by} LIMIT 1)`
  const least = `(SELECT ${of} FROM ${name} WHERE ${some} AND ${by} = walk.value ORDER BY ${of} LIMIT 1)`
  const text = `WITH RECURSIVE walk (value) AS (
    SELECT ${next('')} UNION ALL SELECT ${next(` AND ${by} > walk.value`)} FROM walk WHERE walk.value IS NOT NULL
  ), found AS (SELECT value, ${least} AS ${of} FROM walk WHERE value IS NOT NULL)
  SELECT value FROM found WHERE ${condition({ column: of, is: '<=', value: upTo })} ORDER BY ${of}, value`
  return { text, values }
}
