import { createParameters, type Dialect, type ListSql } from './list-sql.ts'
import type { Kind, ValuesQuery } from './store.ts'
import { type ColumnValue, tables } from './tables.ts'

/**
 * Returns the SQL of a ValuesQuery: steps through the index from each value to the next, which planners do not do on
 * their own, and reads the lowest number of each.
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
  // The condition of the partial index.
  const some = condition({ column: of, is: 'not null' })
  const next = (after: string) => `(SELECT ${by} FROM ${name} WHERE ${some}${after} ORDER BY ${by} LIMIT 1)`
  const least = `(SELECT ${of} FROM ${name} WHERE ${some} AND ${by} = walk.value ORDER BY ${of} LIMIT 1)`
  const text = `WITH RECURSIVE walk (value) AS (
    SELECT ${next('')} UNION ALL SELECT ${next(` AND ${by} > walk.value`)} FROM walk WHERE walk.value IS NOT NULL
  ), found AS (SELECT value, ${least} AS ${of} FROM walk WHERE value IS NOT NULL)
  SELECT value FROM found WHERE ${condition({ column: of, is: '<=', value: upTo })} ORDER BY ${of}, value`
  return { text, values }
}
