import type { Dialect } from './list-sql.ts'
import { type RawRow, rowColumns, toRow } from './rows.ts'
import type { Row, Wanted } from './store.ts'
import { commonColumns, tables } from './tables.ts'

/**
 * Returns SQL that reads several rows with one statement: one numbered part for each. A part that refers to a column of
 * another row looks that row up itself, by the same index.
 * @throws on a column that does not exist, and on a reference to a later part.
 */
export function togetherSql(
  { parameter }: Pick<Dialect<never>, 'parameter'>,
  wanted: readonly Wanted[],
): { readonly text: string; readonly values: readonly string[] } {
  const values: string[] = []
  const place = (value: string) => parameter(values.push(value))
  const found: string[] = []
  const wantedValue = (is: Wanted['is']): string => {
    if (typeof is === 'string') return place(is)
    const from = found[is.of]
    const kind = wanted[is.of]?.kind
    if (from === undefined || kind === undefined) throw new Error(`there is no part ${is.of} before this one`)
    return `(SELECT ${column(kind, is.column)} ${from})`
  }
  for (const { kind, accountId, by = 'id', is } of wanted) {
    const account = accountId === undefined ? '' : `account_id = ${place(accountId)} AND `
    const newest = by === 'id' ? '' : ' ORDER BY created_at DESC, id DESC LIMIT 1'
    found.push(`FROM ${tables[kind].name} WHERE ${account}${column(kind, by)} = ${wantedValue(is)}${newest}`)
  }
  const parts = found.map((from, n) => `SELECT * FROM (SELECT ${rowColumns}, ${n} AS n ${from}) AS part_${n}`)
  return { text: parts.join('\nUNION ALL '), values }
}

function column(kind: Wanted['kind'], name: string): string {
  if (tables[kind].columns.includes(name) || commonColumns.some((common) => common === name)) return name
  throw new Error(`${kind} cannot be looked up by ${name}: it is no column (tables.ts)`)
}

export type RawPart = readonly [...RawRow, n: number]

/** Returns the rows in the order of `wanted`. */
export function rowsTogether(wanted: readonly Wanted[], parts: readonly RawPart[]): (Row | null)[] {
  const rows: (Row | null)[] = wanted.map(() => null)
  for (const [account_id, id, version, created_at, updated_at, document, n] of parts) {
    rows[n] = toRow([account_id, id, version, created_at, updated_at, document])
  }
  return rows
}
