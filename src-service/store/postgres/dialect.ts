import type { Dialect } from '../list-sql.ts'
import type { ColumnValue } from '../tables.ts'

/**
 * Translates a migration from the syntax of SQLite's strict tables to PostgreSQL's: integers have 64 bits (cents go up
 * to 2^53 - 1), and text is compared bytewise whatever the database's locale.
 */
export const postgresSql = (sql: string): string =>
  sql
    .replace(/\bINTEGER\b/g, 'bigint')
    .replace(/\bTEXT\b/g, 'text COLLATE "C"')
    .replace(/\binstr\(/g, 'strpos(')
    .replace(/\) STRICT(?:, WITHOUT ROWID)?;/g, ');')

/** PostgreSQL infers the type of a parameter from the column it is compared with. */
export const postgresDialect: Dialect<readonly ColumnValue[]> = {
  parameter: (number) => `$${number}`,
  among: (column, number) => `${column} = ANY($${number})`,
  list: (values) => values.map(storable),
  contains: (column, number) => `strpos(${column}, $${number}) > 0`,
}

const unstorable = /[\0\p{Surrogate}]/u
const everyUnstorable = /[\0\p{Surrogate}]/gu

/**
 * Replaces characters that PostgreSQL's text cannot hold (NUL and unpaired surrogates) with U+FFFD. Only for columns
 * and look-ups: documents are JSON, which escapes them, and are returned unchanged.
 */
export const storable = <Value extends ColumnValue>(value: Value): Value | string =>
  typeof value === 'string' && unstorable.test(value) ? value.replace(everyUnstorable, '\uFFFD') : value
