import type Libsql from 'libsql'
import type { TextOf } from '../json.ts'
import { documentBefore, wordsRemovedBy } from '../row-writes.ts'
import { rowColumns } from '../rows.ts'
import type { Kind, Row, Write } from '../store.ts'
import { type ColumnValue, columnValues, tables } from '../tables.ts'
import type { Database } from './durable-file.ts'

export type Statement = Libsql.Statement<[readonly ColumnValue[]]>

/**
 * Prepares each statement once; preparing costs more than running it.
 * @param options `most`: maximum number of cached statements; `raw`: rows are returned as arrays
 */
export function createStatements(
  database: Database,
  { most = Number.POSITIVE_INFINITY, raw = false }: { readonly most?: number; readonly raw?: boolean } = {},
): (sql: string) => Statement {
  const prepared = new Map<string, Statement>()
  return (sql) => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare<[readonly ColumnValue[]]>(sql)
    if (raw) statement.raw()
    if (prepared.size >= most) prepared.clear()
    prepared.set(sql, statement)
    return statement
  }
}

/** The SQL of one kind of resource. */
interface KindSql {
  readonly get: string
  readonly find: string
  readonly insert: string
  readonly remove: string
  /** Changes nothing in the row; it counts one row if the row has this version. */
  readonly expect: string
  /** Adds words, and fields to existing words. Empty for kinds without words, like the next two. */
  readonly addWords: string
  /** Removes words from fields; words that no field has any more are then deleted. */
  readonly removeWords: string
  readonly deleteWords: string
  /** Copies the row for the events that refer to it, before it changes. */
  readonly keepForEvents: string
  /** The same without the embedded document of another row, if that row was copied at the same moment. */
  readonly keepWithout: string
}

function kindSql(kind: Kind): KindSql {
  const { name, columns, words } = tables[kind]
  const all = ['account_id', 'id', 'version', 'created_at', 'updated_at', ...columns, 'document']
  return {
    get: `SELECT ${rowColumns} FROM ${name} WHERE account_id = ? AND id = ?`,
    find: `SELECT ${rowColumns} FROM ${name} WHERE id = ?`,
    insert: `INSERT INTO ${name} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`,
    remove: `DELETE FROM ${name} WHERE account_id = ? AND id = ?`,
    expect: `UPDATE ${name} SET version = version WHERE account_id = ? AND id = ? AND version = ?`,
    addWords:
      words === undefined
        ? ''
        : `INSERT INTO ${words.name} AS kept (account_id, word, created_at, id, fields)
      SELECT ?1, key, ?2, ?3, value FROM json_each(?4) WHERE true
      ON CONFLICT (account_id, word, created_at, id) DO UPDATE SET fields = (kept.fields | excluded.fields)
      WHERE (kept.fields | excluded.fields) <> kept.fields`,
    removeWords:
      words === undefined
        ? ''
        : `UPDATE ${words.name} AS kept SET fields = kept.fields & ~gone.value FROM json_each(?4) AS gone
      WHERE kept.account_id = ?1 AND kept.word = gone.key AND kept.created_at = ?2 AND kept.id = ?3`,
    deleteWords:
      words === undefined
        ? ''
        : `DELETE FROM ${words.name} WHERE account_id = ?1 AND created_at = ?2 AND id = ?3 AND fields = 0
      AND word IN (SELECT key FROM json_each(?4))`,
    keepForEvents: `INSERT INTO event_copies (resource_id, version, updated_at, document)
      SELECT id, version, updated_at, document FROM ${name} WHERE account_id = ? AND id = ?`,
    keepWithout: `INSERT INTO event_copies (resource_id, version, updated_at, document, held_id, held_version, cut_at)
      SELECT id, version, updated_at,
        iif(place = 0, whole, substr(whole, 1, place - 1) || substr(whole, place + length(part))),
        iif(place = 0, NULL, held_id), iif(place = 0, NULL, held_version), iif(place = 0, NULL, place - 1)
      FROM (
        SELECT kept.id, kept.version, kept.updated_at, kept.document AS whole, held.document AS part,
          held.resource_id AS held_id, held.version AS held_version, coalesce(instr(kept.document, held.document), 0) AS place
        FROM ${name} AS kept LEFT JOIN event_copies AS held
          ON held.resource_id = ?3 AND held.version = ?4 AND held.updated_at = kept.updated_at AND held.cut_at IS NULL
        WHERE kept.account_id = ?1 AND kept.id = ?2
      )`,
  }
}

export const sqlByKind = Object.fromEntries(
  Object.keys(tables).map((kind) => [kind, kindSql(kind as Kind)]),
) as { readonly [K in Kind]: KindSql }

/** A statement with its values, ready to run. */
export interface Run {
  readonly sql: string
  readonly values: readonly ColumnValue[]
}

/** Returns the statements that write the words of the row; none when it has none, or the same as before. */
export function wordsRunsOf(write: Write): readonly Run[] {
  const { words } = tables[write.kind]
  if (words === undefined || write.op === 'delete' || keepsWords(write)) return noRuns
  const { account_id, created_at, id, document } = write.row
  const { addWords, removeWords, deleteWords } = sqlByKind[write.kind]
  const valuesOf = (some: ReadonlyMap<string, number>): readonly ColumnValue[] => [
    ...[account_id, created_at, id],
    JSON.stringify(Object.fromEntries(some)),
  ]
  const runs: Run[] = []
  const removed = wordsRemovedBy(write)
  if (removed.size > 0) {
    const values = valuesOf(removed)
    runs.push({ sql: removeWords, values }, { sql: deleteWords, values })
  }
  const found = words.of(document as never)
  if (found.size > 0) runs.push({ sql: addWords, values: valuesOf(found) })
  return runs
}

const noRuns: readonly Run[] = []

/**
 * Whether the row's words and their mark stay unchanged. A row from before the words is rewritten with the same
 * document object (fold-names.ts): then they are written.
 */
function keepsWords({ op, kind, row }: Extract<Write, { readonly row: Row }>): boolean {
  const before = op === 'update' ? documentBefore(row) : undefined
  if (before === undefined || before === row.document) return false
  return tables[kind].words?.same(before as never, row.document as never) === true
}

/** Returns one write as a statement. It changes no row if the version is different. */
export function runOf(write: Write, textOf: TextOf): Run {
  const sql = sqlByKind[write.kind]
  if (write.op === 'delete') return { sql: sql.remove, values: [write.account_id, write.id] }
  const { row } = write
  if (write.op === 'update') return updateRun(write, textOf(row.document))
  const values = columnValues(tables[write.kind], row.document)
  values.push(textOf(row.document))
  values.unshift(row.account_id, row.id, row.version, row.created_at, row.updated_at)
  return { sql: sql.insert, values }
}

/** Texts of UPDATE statements by kind and set of columns; a handful in use. */
const updateTexts = new Map<string, string>()

/**
 * Sets only the columns whose values change, because SQLite rewrites the entry in every index over a column that is
 * set, even to the same value. Columns that older rows may lack (`late`) are always set.
 */
function updateRun(write: Extract<Write, { readonly op: 'update' }>, text: string): Run {
  const { kind, row } = write
  const { name, columns, late, words } = tables[kind]
  const all = columnValues(tables[kind], row.document)
  const read = documentBefore(row)
  const before = read === undefined ? null : columnValues(tables[kind], read)
  const isKept = keepsWords(write) ? words?.mark : undefined
  const set = columns.filter(
    (column, index) =>
      column !== isKept && (before === null || late?.includes(column) || all[index] !== before[index]),
  )
  const key = `${kind} ${set.join()}`
  let sql = updateTexts.get(key)
  if (sql === undefined) {
    const setting = ['version', 'updated_at', ...set, 'document'].map((column) => `${column} = ?`)
    sql = `UPDATE ${name} SET ${setting.join(', ')} WHERE account_id = ? AND id = ? AND version = ?`
    updateTexts.set(key, sql)
  }
  const values = set.map((column) => all[columns.indexOf(column)] ?? null)
  return {
    sql,
    values: [row.version, row.updated_at, ...values, text, row.account_id, row.id, row.version - 1],
  }
}
