import type { Dialect } from '../list-sql.ts'
import type { ColumnValue } from '../tables.ts'

export const sqliteDialect: Dialect<ColumnValue> = {
  parameter: (number) => `?${number}`,
  // A single parameter for any number of values, so that the statement is prepared once.
  among: (column, number) => `${column} IN (SELECT value FROM json_each(?${number}))`,
  list: (values) => JSON.stringify(values),
  contains: (column, number) => `instr(${column}, ?${number}) > 0`,
}
