import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Condition } from './store.ts'

/** An index over account_id, `equal` (if present), `order`, id, and the columns in `carries`. */
export interface SearchIndex {
  readonly name: string
  readonly equal?: string
  /** Only rows in which this column is not NULL are in the index. */
  readonly present?: string
  /** Only rows with this value are in the index. */
  readonly only?: { readonly column: string; readonly value: string }
  /** An integer column. */
  readonly order: string
  readonly carries?: readonly string[]
}

/** Whether every entry of the index meets the condition. */
export const isOnly = ({ only }: SearchIndex, condition: Condition): boolean =>
  condition.is === '=' && condition.column === only?.column && condition.value === only.value

type Document = Partial<Pick<PaymentIntent, 'latest_payment' | 'amount_refunded' | 'settled_at'>>

/**
 * Columns of an intent that its document does not have by that name. NULL in most rows, so that their indexes stay
 * small and a new intent adds no entry.
 */
export const intentColumns = {
  payment_status: ({ latest_payment }: Document) => latest_payment?.status ?? null,
  /** 1, or NULL. A failed refund does not count: its amount is given back. */
  has_refund: ({ amount_refunded = 0 }: Document) => (amount_refunded > 0 ? 1 : null),
  /** Milliseconds since the epoch. */
  settled_at: ({ settled_at }: Document) => (settled_at ? Date.parse(settled_at) : null),
  /** 1 when the words of the row are written (intent-words.ts); NULL in rows of older versions. */
  folded: () => 1,
} as const

/**
 * Section 4.2, search: an index for every filter that may select a few of very many intents. Only
 * payment_intents_by_update carries `updated_at`: any other index with it would be rewritten at each step of a payment.
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
