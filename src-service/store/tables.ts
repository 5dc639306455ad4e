import { endpointColumns } from './endpoint-columns.ts'
import { intentColumns, intentSearches, type SearchIndex } from './intent-columns.ts'
import { hasSameWords, intentWords, removedWords } from './intent-words.ts'
import { keyColumns } from './key-columns.ts'
import { applicationColumns, customerColumns, locationColumns } from './name-columns.ts'
import { partnerColumns } from './partner-columns.ts'
import { paymentColumns, refundColumns } from './payment-columns.ts'
import { sessionColumns } from './session-columns.ts'
import type { Kind } from './store.ts'

/**
 * How each kind of resource is stored: its table, and the document fields that have their own column because they are
 * searched or constrained. A column has the name of the document's field unless `derived` computes it; an absent field
 * is NULL, a boolean is 0 or 1.
 *
 * To add a kind: a name in store.ts, an entry here, a migration for both engines. The conformance suite checks that
 * entry and tables agree. A new column for a field that documents already have must be filled by its migration: an
 * update sets only changed columns (sqlite/statements.ts), except `late` ones.
 */
export interface Table {
  readonly name: string
  readonly columns: readonly string[]
  readonly derived?: Readonly<Record<string, (document: never) => ColumnValue>>
  /**
   * Columns of later migrations that older rows may lack whatever their documents contain: an update always sets them.
   */
  readonly late?: readonly string[]
  /**
   * Columns whose values are written into the SQL, to match partial indexes: such values must come from the program
   * itself.
   */
  readonly written?: readonly string[]
  /** The indexes that a search may use; on SQLite the store chooses by the number of rows each would visit. */
  readonly searches?: readonly SearchIndex[]
  /** The table of the words by which its rows are found, and how the words are derived from a document. */
  readonly words?: {
    readonly name: string
    readonly of: (document: never) => ReadonlyMap<string, number>
    /** Whether both have the same words. */
    readonly same: (one: never, other: never) => boolean
    /** The words that an update removes, each with the fields that it is removed from. */
    readonly removed: (before: never, after: never) => ReadonlyMap<string, number>
    /** The column that marks rows whose words are written. */
    readonly mark: string
  }
}

export const tables: { readonly [K in Kind]: Table } = {
  tenant: { name: 'tenants', columns: ['origin'] },
  business: {
    name: 'businesses',
    columns: ['tenant_id', 'partner'],
    derived: partnerColumns,
    late: ['partner'],
  },
  account: {
    name: 'accounts',
    columns: ['tenant_id', 'business_id', 'merchant_id', 'partner'],
    derived: partnerColumns,
    late: ['partner'],
  },
  api_key: {
    name: 'api_keys',
    columns: ['tenant_id', 'hash', 'good_admin', 'maker'],
    derived: keyColumns,
    late: ['maker'],
  },
  payment_intent: {
    name: 'payment_intents',
    columns: [
      'status',
      'amount',
      'settlement_status',
      'reference_id',
      'customer_id',
      'payment_status',
      'has_refund',
      'settled_at',
      'folded',
    ],
    derived: intentColumns,
    late: ['folded'],
    searches: intentSearches,
    words: {
      name: 'payment_intent_words',
      of: intentWords,
      same: hasSameWords,
      removed: removedWords,
      mark: 'folded',
    },
  },
  payment: {
    name: 'payments',
    columns: [
      'status',
      'payment_intent_id',
      'amount',
      'amount_authorized',
      'amount_captured',
      'amount_refunded',
      'amount_voided',
      'amount_disputed',
      'amount_reversed',
      'amount_rejected',
      'customer_id',
      'external',
      'settlement_status',
      'settlement_id',
      'order_id',
      'unresolved',
      'has_dispute',
    ],
    derived: paymentColumns,
    late: ['unresolved', 'has_dispute'],
    written: ['status', 'settlement_status'],
  },
  payment_method: { name: 'payment_methods', columns: ['payment_intent_id', 'customer_id'] },
  payment_method_intent: { name: 'payment_method_intents', columns: ['status'] },
  checkout_session: {
    name: 'checkout_sessions',
    columns: ['status', 'open_until'],
    derived: sessionColumns,
  },
  vault_entry: { name: 'vault_entries', columns: [] },
  service_secret: { name: 'service_secrets', columns: [] },
  customer: {
    name: 'customers',
    columns: ['business_id', 'found', 'folded'],
    derived: customerColumns,
    late: ['found', 'folded'],
  },
  customer_account: { name: 'customer_accounts', columns: ['customer_id', 'detached_at'] },
  gift_card: {
    name: 'gift_cards',
    columns: ['business_id', 'code_hash', 'last_four', 'currency', 'status', 'balance'],
  },
  gift_card_entry: {
    name: 'gift_card_entries',
    columns: [
      'business_id',
      'gift_card_id',
      'sequence',
      'reference',
      'reverses',
      'amount',
      'balance_before',
      'balance',
    ],
  },
  security_code: { name: 'security_codes', columns: [] },
  terminal: { name: 'terminals', columns: ['hsn', 'merchant_id'] },
  terminal_session: { name: 'terminal_sessions', columns: ['hsn', 'key_hash'] },
  terminal_operation: { name: 'terminal_operations', columns: [] },
  terminal_link: { name: 'terminal_links', columns: ['changed_at'] },
  service_node: { name: 'service_nodes', columns: [] },
  activation_code: { name: 'activation_codes', columns: ['hsn'] },
  fee: {
    name: 'fees',
    columns: [
      'fee_type',
      'source_type',
      'source_id',
      'amount',
      'amount_refunded',
      'is_refund',
      'settlement_status',
      'settlement_id',
    ],
  },
  gateway_report: {
    name: 'gateway_reports',
    columns: ['type', 'retrieval_reference', 'gateway_created_at', 'payment_id', 'refund_id'],
  },
  refund: {
    name: 'refunds',
    columns: [
      'status',
      'payment_id',
      'amount',
      'external',
      'awaits',
      'settlement_status',
      'settlement_id',
      'order_id',
      'unresolved',
    ],
    derived: refundColumns,
    late: ['unresolved'],
  },
  quarantine: { name: 'quarantines', columns: ['due_at'] },
  settlement: { name: 'settlements', columns: ['status', 'day', 'currency'] },
  settlement_check: { name: 'settlement_checks', columns: [] },
  settlement_record: { name: 'settlement_records', columns: ['type', 'status', 'retrieval_reference'] },
  processing_plan: { name: 'processing_plans', columns: ['tenant_id'] },
  time_mark: { name: 'time_marks', columns: [] },
  reconciled_entry: { name: 'reconciled_entries', columns: ['processor', 'waiting'] },
  reconciliation_position: { name: 'reconciliation_positions', columns: [] },
  sandbox_entry: { name: 'sandbox_entries', columns: [] },
  sandbox_report: { name: 'sandbox_reports', columns: [] },
  message_log: { name: 'message_logs', columns: [] },
  application_document: { name: 'application_documents', columns: [] },
  application: {
    name: 'applications',
    columns: ['business_id', 'partner_id', 'status', 'names', 'folded'],
    derived: applicationColumns,
    late: ['names', 'folded'],
  },
  location: {
    name: 'locations',
    columns: ['business_id', 'partner_id', 'name', 'folded'],
    derived: locationColumns,
    late: ['name', 'folded'],
  },
  user: { name: 'users', columns: ['type', 'business_id', 'partner_id', 'email', 'login_hash'] },
  user_session: { name: 'user_sessions', columns: ['user_id', 'hash'] },
  contractor_application: {
    name: 'contractor_applications',
    columns: ['business_id', 'status', 'link_hash'],
  },
  contractor: { name: 'contractors', columns: ['business_id', 'status', 'email'] },
  transaction: {
    name: 'transactions',
    columns: ['contractor_id', 'amount', 'currency', 'settlement_id', 'settlement_status'],
  },
  webhook_endpoint: {
    name: 'webhook_endpoints',
    columns: ['tenant_id', 'status', 'listens_to'],
    derived: endpointColumns,
    late: ['listens_to'],
  },
  webhook_delivery: {
    name: 'webhook_deliveries',
    columns: ['endpoint_id', 'event_id', 'status', 'due_at'],
  },
  payment_note: { name: 'payment_notes', columns: ['payment_id'] },
  audit_anchor: { name: 'audit_anchors', columns: ['counter', 'sequence', 'status'] },
  audit_counter: { name: 'audit_counters', columns: ['sequence'] },
}

/** Columns that every table has; conditions may use them too. */
export const commonColumns = ['account_id', 'id', 'created_at', 'updated_at'] as const

export type ColumnValue = string | number | null

/** Returns the value of one of the kind's own columns. */
export function columnValue({ derived }: Table, column: string, document: unknown): ColumnValue {
  const derive = derived?.[column]
  const value =
    derive === undefined ? (document as Readonly<Record<string, unknown>>)[column] : derive(document as never)
  if (value === undefined || value === null) return null
  if (typeof value === 'string' || typeof value === 'number') return value
  if (typeof value === 'boolean') return value ? 1 : 0
  throw new TypeError(`${column} is a column and must hold text, a number or a boolean`)
}

/** Returns the values of the kind's own columns, in the order of `columns`. */
export const columnValues = (table: Table, document: unknown): ColumnValue[] =>
  table.columns.map((column) => columnValue(table, column, document))
