import { z } from 'zod'
import { amountSchema, paymentSplitSchema, timestampSchema } from '../../api/schemas/common.ts'
import type { Payment } from '../../api/schemas/payment.ts'
import { type PaymentIntent, paymentIntentStatusSchema } from '../../api/schemas/payment-intent.ts'
import type { Refund } from '../../api/schemas/refund.ts'
import { receiptLineSchema } from '../../receipt/lines.ts'
import { byPersonSchema } from '../staff/person.ts'

/**
 * The manager's actions on payments: look-ups, refunds, voids, captures and cancels. Each action is journaled before
 * its request is sent. If no answer comes, it is resolved like a sale: looked up until the outcome is known, never
 * repeated blindly.
 *
 *   sending ─answer▶ done | refused
 *      └─no answer▶ checking ─known▶ done | refused
 *                       └─the service refuses it▶ unresolved (a person asks elsewhere)
 */
export const managerActionKinds = ['refund', 'void', 'capture', 'cancel'] as const

export const managerActionSchema = z.object({
  id: z.string(),
  kind: z.enum(managerActionKinds),
  intent_id: z.string(),
  /** Null for the cancel of an unpaid intent. */
  payment_id: z.string().nullable(),
  /** The amount that is refunded, released or captured, in cents. */
  amount: amountSchema,
  currency: z.string(),
  /** The reason in the requester's words; empty if none was given. */
  reason: z.string().default(''),
  /** What a refund takes back from contractors. */
  refund_splits: z.array(paymentSplitSchema).readonly().default([]),
  /** The tip in the captured amount, in cents; null if unchanged. */
  tip_amount: amountSchema.nullable().default(null),
  /** For a partial capture: the lowered surcharge, in cents; null if unchanged. */
  surcharge_amount: amountSchema.nullable().default(null),
  /** The person who requested it. */
  person_id: byPersonSchema,
  started_at: timestampSchema,
  state: z.enum(['sending', 'checking', 'done', 'refused', 'unresolved']),
  /** The service's message on a refusal, or why the outcome is still unknown. Never card data. */
  detail: z.string(),
  /** Number of look-ups so far. */
  tries: z.number().int(),
  /** The credit receipt of a completed refund or void; otherwise null. */
  receipt: z.array(receiptLineSchema).nullable(),
  print: z.enum(['not_asked', 'printing', 'printed', 'failed']),
})
export type ManagerAction = z.infer<typeof managerActionSchema>

/**
 * Part of the snapshot while the manager's role is open, otherwise empty: every action in progress, and ended actions
 * that were not dismissed yet.
 */
export const managerStatusSchema = z.object({
  actions: z.array(managerActionSchema),
  /**
   * Unreadable lines of the record of actions that name no payment: until a manager acknowledges them, actions may be
   * missing above.
   */
  unreadable_lines: z.number().int(),
})
export type ManagerStatus = z.infer<typeof managerStatusSchema>

/** The fields that a word search can be limited to. */
export const wordFields = [
  'last_four',
  'brand',
  'cashier',
  'customer',
  'terminal',
  'item',
  'auth_code',
  'note',
  'receipt_number',
] as const
export type WordField = (typeof wordFields)[number]

export const paymentSearchSchema = z.strictObject({
  /** Words of the payment, the reference of the sale, or the id of an intent or payment. */
  reference: z.string().max(300).optional(),
  /** The field to search in; absent: any. */
  field: z.enum(wordFields).optional(),
  status: paymentIntentStatusSchema.optional(),
  /** Only payments that wait for a person or an answer: held, not paid, or unknown. Replaces `status`. */
  open: z.literal(true).optional(),
  has_refund: z.boolean().optional(),
  /** Only if the latest attempt was declined. */
  payment_status: z.literal('failed').optional(),
  amount_min: amountSchema.optional(),
  amount_max: amountSchema.optional(),
  /** Inclusive instants: the page converts local days. */
  created_from: timestampSchema.optional(),
  created_to: timestampSchema.optional(),
  page: z.number().int().min(1),
  /** The last payment of the previous page, if it had one. */
  after: z.string().max(64).optional(),
})
export type PaymentSearch = z.infer<typeof paymentSearchSchema>

/** A row of the list. */
export interface FoundPayment {
  readonly intent_id: string
  readonly status: PaymentIntent['status']
  readonly amount: number
  readonly amount_captured: number
  readonly amount_refunded: number
  readonly currency: string
  readonly created_at: string
  readonly reference: string | null
  /** The number on the receipt; null if no counter sold it. */
  readonly receipt: string | null
  readonly note: string | null
  readonly brand: string | null
  readonly last_four: string | null
  readonly settled: boolean
  /** The latest payment was declined. */
  readonly declined: boolean
  /** Refunded amount of unknown outcome, which only a person can find out, in cents; absent if there is none. */
  readonly refund_unknown?: number
}

/** A page of search results. */
export interface PaymentSearchResult {
  readonly rows: readonly FoundPayment[]
  readonly page: number
  readonly limit: number
  /** Number of results on this page and the following ones. */
  readonly total: number
  /** False: there are at least `total`. */
  readonly total_exact: boolean
  readonly more: boolean
  /** The service cannot search by words: only this counter's own sales were searched, or nothing. */
  readonly only_here: boolean
}

/** A payment's page: the intent (without its client_secret), every attempt and every refund, newest first. */
export interface PaymentHistory {
  readonly intent: Omit<PaymentIntent, 'client_secret'>
  readonly payments: readonly Payment[]
  readonly refunds: readonly Refund[]
  /** The service's fees for it, less refunded fees, in cents; absent if it is not settled, or the fees are unknown. */
  readonly fees?: number
  /** What the customer got back in cash, as store credit or as goods: not refundable to the card. In cents. */
  readonly given_otherwise?: number
}
