import type { IdempotencyClaim, Kind, Row, Write } from '../../../../src-service/store/store.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'

export const account = 'acct_one'
export const start = 1_700_000_000_000
export const newId = createIdSource(() => start)

export const row = <Document>(document: Document, changes: Partial<Row> = {}): Row<Document> => ({
  account_id: account,
  id: newId('payment_intent'),
  version: 1,
  created_at: start,
  updated_at: start,
  ...changes,
  document,
})

/** The row as a store returns it. */
export const asRead = <Document>(row: Row<Document>): Row<Document> => ({
  ...row,
  read: { version: row.version, document: row.document },
})

export const intentDocument = (changes: object = {}) => ({
  status: 'created',
  amount: 1234,
  settlement_status: 'unsettled',
  reference_id: null,
  nested: { deep: [1, 'two', null] },
  ...changes,
})

export const paymentDocument = (intentId: string, changes: object = {}) => ({
  status: 'processing',
  payment_intent_id: intentId,
  amount: 1000,
  amount_authorized: 1000,
  amount_captured: 0,
  amount_refunded: 0,
  amount_voided: 0,
  amount_disputed: 0,
  amount_reversed: 0,
  amount_rejected: 0,
  ...changes,
})

export const insert = (kind: Kind, inserted: Row): Write => ({ op: 'insert', kind, row: inserted })
export const claimOf = (changes: Partial<IdempotencyClaim> = {}): IdempotencyClaim => ({
  scope: 'tenant account POST /payment_intents key-number-1',
  fingerprint: 'body one',
  created_at: start,
  ...changes,
})
export const saveOf = (claim: IdempotencyClaim, body = '{"id":"pi_1"}') =>
  ({ op: 'save', claim, status: 200, body }) as const
