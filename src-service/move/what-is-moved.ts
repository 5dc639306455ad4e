import { storable } from '../store/postgres/dialect.ts'
import type { ColumnValue } from '../store/tables.ts'

/** What tables there are, and their columns. */
export type Schema = ReadonlyMap<string, readonly string[]>

export type MovedRow = readonly ColumnValue[]

/** A table that is copied: into the same columns of the same name. */
export interface MovedTable {
  readonly name: string
  readonly columns: readonly string[]
  /** Selects of SQLite what is counted beforehand. */
  readonly count: string
  /** Reads of SQLite what is to be there afterwards. */
  readonly read: string
}

/** What PostgreSQL has no use for, and why. */
const left: ReadonlySet<string> = new Set([
  // Its own, of the same program.
  'migrations',
  // Events hold their copies there (0047-event-copies.sql).
  'event_copies',
])

/**
 * Every table that there is, so that one of a later migration is not forgotten.
 * @throws when the two databases have not the same tables and columns
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

/** The engines mark in two ways which events are still to be delivered. */
const pendingEvents = 'SELECT id FROM events WHERE pending = 1 UNION SELECT id FROM pending_events'

/** SQLite's events refer to what they show, which is found where it has gone since; PostgreSQL's hold it. */
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

/** JSON has no NUL as it is. */
const json: ReadonlySet<string> = new Set(['document', 'object', 'body'].map((column) => `kept.${column}`))

/** SQLite's library would cut a text off at a NUL: such a one is read as its bytes, for `asKept`. */
const whole = (column: string): string =>
  json.has(column)
    ? column
    : `CASE WHEN typeof(${column}) = 'text' AND instr(${column}, char(0)) > 0 THEN CAST(${column} AS BLOB) ELSE ${column} END`

/** A row as PostgreSQL's columns have it. */
export const asKept = (row: readonly (ColumnValue | Uint8Array)[]): MovedRow =>
  row.some((value) => value instanceof Uint8Array)
    ? row.map((value) => (value instanceof Uint8Array ? storable(Buffer.from(value).toString()) : value))
    : (row as MovedRow)
