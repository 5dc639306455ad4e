import { createParameters, type Dialect, type ListSql } from './list-sql.ts'
import type { Kind, Sum, SumsQuery } from './store.ts'
import { type ColumnValue, tables } from './tables.ts'

/** A sum as both engines return it: as text, because it may exceed the precision of a double. */
export type RawSum = readonly [group: string, above: string, below: string]

export const toSum = ([group, above, below]: RawSum): Sum => ({
  group,
  above: BigInt(above),
  below: BigInt(below),
})

/** Returns the SQL of a SumsQuery. @throws on a column that does not exist. */
export function sumsSql<Value>(
  dialect: Dialect<Value>,
  kind: Kind,
  { of, by, where }: SumsQuery,
): Pick<ListSql<Value | ColumnValue>, 'text' | 'values'> {
  const { columns } = tables[kind]
  for (const column of [of, by]) {
    if (!columns.includes(column)) throw new Error(`${kind} has no column ${column} (tables.ts)`)
  }
  const { values, condition } = createParameters(dialect, kind)
  const sum = (comparison: '>' | '<') =>
    `CAST(coalesce(sum(${of}) FILTER (WHERE ${of} ${comparison} 0), 0) AS TEXT)`
  const text = `SELECT ${by}, ${sum('>')}, ${sum('<')} FROM ${tables[kind].name}
    WHERE ${where.map(condition).join(' AND ')} GROUP BY ${by} ORDER BY ${by}`
  return { text, values }
}
