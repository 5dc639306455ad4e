import { boundStatus, type IdempotencyRecord, type Row } from './store.ts'

/** A row as both engines return it, in the order of `rowColumns`. */
export type RawRow = readonly [string, string, number, number, number, string]
export const rowColumns = 'account_id, id, version, created_at, updated_at, document'

export const toRow = <Document>(raw: RawRow): Row<Document> => {
  const version = raw[2]
  const document = JSON.parse(raw[5]) as Document
  return {
    account_id: raw[0],
    id: raw[1],
    version,
    created_at: raw[3],
    updated_at: raw[4],
    document,
    read: { version, document },
  }
}

/** An idempotency record as both engines return it, without its scope. */
export interface RawRecord {
  readonly fingerprint: string
  readonly created_at: number
  readonly status: number | null
  readonly body: string | null
}

export const toRecord = (scope: string, raw: RawRecord): IdempotencyRecord => {
  const { fingerprint, created_at, status, body } = raw
  const isBound = status === boundStatus
  const answer = status === null || body === null || isBound ? null : { status, body }
  return { scope, fingerprint, created_at, answer, bound: isBound ? body : null }
}
