import { isoTime } from '../clock.ts'
import type { Kind, Row, Write } from './store.ts'

/** How a decision makes rows and the writes of them: versions and times are kept right in one place. */

/** The first version of a row. @param now ms */
export const firstRow = <Document>(
  account_id: string,
  id: string,
  document: Document,
  now: number,
): Row<Document> => ({ account_id, id, version: 1, created_at: now, updated_at: now, document })

/** The next version of a row, with another document. @param now ms */
export const nextRow = <Document>(row: Row<Document>, document: Document, now: number): Row<Document> => ({
  ...row,
  version: row.version + 1,
  updated_at: now,
  document,
})

/** The document that this version takes the place of, where that was read; else undefined. */
export const documentBefore = ({ version, read }: Row): unknown =>
  read?.version === version - 1 ? read.document : undefined

/** The next version of a row, with some fields of its document changed. @param now ms */
export const changed = <Document extends { readonly updated_at: string }>(
  row: Row<Document>,
  change: Partial<Document>,
  now: number,
): Row<Document> => nextRow(row, { ...row.document, ...change, updated_at: isoTime(now) }, now)

export const insertOf = (kind: Kind, row: Row): Extract<Write, { readonly op: 'insert' }> => ({
  op: 'insert',
  kind,
  row,
})
export const updateOf = (kind: Kind, row: Row): Write => ({ op: 'update', kind, row })

/** A new resource that is kept under its own id. @param now ms */
export const inserted = (
  kind: Kind,
  account_id: string,
  document: { readonly id: string },
  now: number,
): Write => insertOf(kind, firstRow(account_id, document.id, document, now))
