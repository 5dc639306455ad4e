import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Condition } from './store.ts'

/** An index over account_id, `equal` where there is one, `order`, id, and the columns it carries. */
export interface SearchIndex {
  readonly name: string
  readonly equal?: string
  /** Only rows that have this column are in the index. */
  readonly present?: string
  /** Only rows that have this value are in the index. */
  readonly only?: { readonly column: string; readonly value: string }
  /** A whole number. */
  readonly order: string
  readonly carries?: readonly string[]
}

/** Every entry of the index is what the condition asks for. */
export const isOnly = ({ only }: SearchIndex, condition: Condition): boolean =>
  condition.is === '=' && condition.column === only?.column && condition.value === only.value

type Document = Partial<Pick<PaymentIntent, 'latest_payment' | 'amount_refunded' | 'settled_at'>>

/**
 * Columns of an intent that its document does not have by that name. NULL in most rows, so that their indexes hold
 * few rows and cost a new intent nothing.
 */
export const intentColumns = {
  payment_status: ({ latest_payment }: Document) => latest_payment?.status ?? null,
  /** 1, or NULL: a refund that failed gives its amount back and is none. */
  has_refund: ({ amount_refunded = 0 }: Document) => (amount_refunded > 0 ? 1 : null),
  /** Milliseconds since the epoch. */
  settled_at: ({ settled_at }: Document) => (settled_at ? Date.parse(settled_at) : null),
  /** Its words are written (intent-words.ts); NULL in rows of before. */
  folded: () => 1,
} as const

/**
 * Section 4.2, search: an index for every filter that may single out few of very many intents. None but its own carries
 * `updated_at`: each step of a payment would write its entry anew.
 */
export const intentSearches: readonly SearchIndex[] = [
  {
    name: 'payment_intents_by_age',
    order: 'created_at',
    carries: ['status', 'settlement_status', 'payment_status', 'has_refund', 'settled_at', 'amount'],
  },
  { name: 'payment_intents_by_reference', equal: 'reference_id', order: 'created_at' },
  { name: 'payment_intents_by_customer', equal: 'customer_id', order: 'created_at' },
  { name: 'payment_intents_by_status', equal: 'status', order: 'created_at', carries: ['amount'] },
  {
    name: 'payment_intents_by_payment_status',
    equal: 'payment_status',
    order: 'created_at',
    carries: ['amount'],
  },
  { name: 'payment_intents_refunded', present: 'has_refund', order: 'created_at' },
  { name: 'payment_intents_settled', present: 'settled_at', order: 'created_at' },
  { name: 'payment_intents_by_settling', present: 'settled_at', order: 'settled_at' },
  {
    name: 'payment_intents_unsettled',
    equal: 'payment_status',
    only: { column: 'settlement_status', value: 'unsettled' },
    order: 'created_at',
  },
  { name: 'payment_intents_by_amount', order: 'amount' },
  { name: 'payment_intents_by_update', order: 'updated_at' },
]
