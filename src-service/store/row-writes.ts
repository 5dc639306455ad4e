import { isoTime } from '../time/clock.ts'
import type { Kind, Row, Write } from './store.ts'
import { tables } from './tables.ts'

/** Builds rows and writes for decisions, so that versions and times are set in one place. */

/** The account_id of rows that belong to no account, such as those of a tenant or of the service itself. */
export const noAccount = ''

/** Returns the first version of a row. @param now ms */
export const firstRow = <Document>(
  account_id: string,
  id: string,
  document: Document,
  now: number,
): Row<Document> => ({ account_id, id, version: 1, created_at: now, updated_at: now, document })

/** Returns the next version of a row, with another document. @param now ms */
export const nextRow = <Document>(row: Row<Document>, document: Document, now: number): Row<Document> => ({
  ...row,
  version: row.version + 1,
  updated_at: now,
  document,
})

/** Returns the document that this version replaces, if it was read; else undefined. */
export const documentBefore = ({ version, read }: Row): unknown =>
  read?.version === version - 1 ? read.document : undefined

/** Returns the next version of a row, with some fields of its document changed. @param now ms */
export const changed = <Document extends { readonly updated_at: string }>(
  row: Row<Document>,
  change: Partial<Document>,
  now: number,
): Row<Document> => nextRow(row, { ...row.document, ...change, updated_at: isoTime(now) }, now)

const noWords: ReadonlyMap<string, number> = new Map()

/** Returns the words that this write removes, each with the bits of its fields; none if the row was not read before. */
export function wordsRemovedBy(write: Write): ReadonlyMap<string, number> {
  const { words } = tables[write.kind]
  if (words === undefined || write.op !== 'update') return noWords
  const before = documentBefore(write.row)
  if (before === undefined || before === write.row.document) return noWords
  return words.removed(before as never, write.row.document as never)
}

export const insertOf = (kind: Kind, row: Row): Extract<Write, { readonly op: 'insert' }> => ({
  op: 'insert',
  kind,
  row,
})
export const updateOf = (kind: Kind, row: Row): Write => ({ op: 'update', kind, row })

/** Returns the insert of a new resource, stored under its own id. @param now ms */
export const inserted = (
  kind: Kind,
  account_id: string,
  document: { readonly id: string },
  now: number,
): Write => insertOf(kind, firstRow(account_id, document.id, document, now))
