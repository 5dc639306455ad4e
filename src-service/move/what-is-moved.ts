import { storable } from '../store/postgres/dialect.ts'
import type { ColumnValue } from '../store/tables.ts'

/** The tables of a database with their columns. */
export type Schema = ReadonlyMap<string, readonly string[]>

export type MovedRow = readonly ColumnValue[]

/** A table that is copied to the table of the same name, with the same columns. */
export interface MovedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** SQLite query whose rows are counted beforehand. */
  readonly count: string
  /** SQLite query for the rows that the target must have afterwards. */
  readonly read: string
}

/** The tables that PostgreSQL does not need, and why. */
const left: ReadonlySet<string> = new Set([
  // PostgreSQL has its own, made by the same program.
  'migrations',
  // In PostgreSQL the events contain their copies (0047-event-copies.sql).
  'event_copies',
])

/**
 * Returns every existing table, so that a table of a later migration is not forgotten.
 * @throws when the two databases do not have the same tables and columns
 */
export function whatIsMoved(sqlite: Schema, postgres: Schema): readonly MovedTable[] {
  const different = [...new Set([...sqlite.keys(), ...postgres.keys()])].filter(
    (table) => sortedColumns(sqlite, table) !== sortedColumns(postgres, table),
  )
  if (different.length > 0) {
    throw new Error(`the databases differ in their tables ${different.join(', ')}; nothing was copied`)
  }
  return [...sqlite]
    .filter(([name]) => !left.has(name))
    .map(([name, columns]) => ({
      name,
      columns,
      count: name === 'pending_events' ? pendingEvents : `SELECT 1 FROM ${name}`,
      read: readOf(name, columns),
    }))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
}

const sortedColumns = (schema: Schema, table: string): string | undefined =>
  schema.get(table)?.toSorted().join()

function readOf(name: string, columns: readonly string[]): string {
  if (name === 'pending_events') return pendingEvents
  const expressions = columns.map((column) => (name === 'events' ? ofEvent(column) : whole(`kept.${column}`)))
  const from =
    name === 'events' ? 'events AS kept JOIN event_log AS shown ON shown.id = kept.id' : `${name} AS kept`
  return `SELECT ${expressions.join(', ')} FROM ${from}`
}

/** The two engines mark undelivered events in different ways. */
const pendingEvents = 'SELECT id FROM events WHERE pending = 1 UNION SELECT id FROM pending_events'

/** Events in SQLite refer to their object, which may have been moved since. Events in PostgreSQL contain it. */
function ofEvent(column: string): string {
  switch (column) {
    case 'object':
      return 'shown.object'
    case 'kind':
    case 'resource_id':
      return `iif(shown.object IS NULL, kept.${column}, NULL)`
    case 'pending':
      return 'NULL'
    default:
      return whole(`kept.${column}`)
  }
}

/** JSON columns contain no raw NUL. */
const json: ReadonlySet<string> = new Set(['document', 'object', 'body'].map((column) => `kept.${column}`))

/** The SQLite library would truncate a text at a NUL, so such a text is read as bytes, for `asKept`. */
const whole = (column: string): string =>
  json.has(column)
    ? column
    : `CASE WHEN typeof(${column}) = 'text' AND instr(${column}, char(0)) > 0 THEN CAST(${column} AS BLOB) ELSE ${column} END`

/** Returns a row with the values of PostgreSQL's columns. */
export const asKept = (row: readonly (ColumnValue | Uint8Array)[]): MovedRow =>
  row.some((value) => value instanceof Uint8Array)
    ? row.map((value) => (value instanceof Uint8Array ? storable(Buffer.from(value).toString()) : value))
    : (row as MovedRow)
