import { z } from 'zod'
import { amountSchema, paymentSplitSchema, timestampSchema } from '../../api/schemas/common.ts'
import type { Payment } from '../../api/schemas/payment.ts'
import { type PaymentIntent, paymentIntentStatusSchema } from '../../api/schemas/payment-intent.ts'
import type { Refund } from '../../api/schemas/refund.ts'
import { receiptLineSchema } from '../../receipt/lines.ts'
import { byPersonSchema } from '../staff/person.ts'

/**
 * What the manager does with payments that were made: looks them up, and returns, releases or takes the money. Each
 * action is journaled before its request leaves, and resolved like a sale when no answer comes: looked up until it is
 * known, never repeated blindly.
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
  /** Null for the cancel of an intent that nobody paid. */
  payment_id: z.string().nullable(),
  /** Cents that move: refunded, released or captured. */
  amount: amountSchema,
  currency: z.string(),
  /** Why, in the words of whoever asked for it; empty where nobody gave a reason. */
  reason: z.string().default(''),
  /** What a refund takes back from contractors. */
  refund_splits: z.array(paymentSplitSchema).readonly().default([]),
  /** The tip in what is captured; null where it stays as it was. Cents. */
  tip_amount: amountSchema.nullable().default(null),
  /** Of a capture of less than was authorized: what the surcharge is lowered to, cents; null: as it was. */
  surcharge_amount: amountSchema.nullable().default(null),
  /** Who asked for it. */
  person_id: byPersonSchema,
  started_at: timestampSchema,
  state: z.enum(['sending', 'checking', 'done', 'refused', 'unresolved']),
  /** The service's own words on a refusal, or why it is still unknown. Never card data. */
  detail: z.string(),
  /** Look-ups so far. */
  tries: z.number().int(),
  /** The credit receipt of a refund or void that is done; null for the others. */
  receipt: z.array(receiptLineSchema).nullable(),
  print: z.enum(['not_asked', 'printing', 'printed', 'failed']),
})
export type ManagerAction = z.infer<typeof managerActionSchema>

/**
 * Part of the snapshot while the manager's role is open, and empty otherwise: every action that is under way, and
 * those that ended and were not dismissed yet.
 */
export const managerStatusSchema = z.object({
  actions: z.array(managerActionSchema),
  /**
   * Lines of the record of actions that cannot be read and name no payment: an action may be missing above, until a
   * manager has acknowledged it.
   */
  unreadable_lines: z.number().int(),
})
export type ManagerStatus = z.infer<typeof managerStatusSchema>

/** Where words are looked for, but for everywhere. */
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
  /** Words that the payment has, the reference of the sale, or the id of an intent or payment. */
  reference: z.string().max(300).optional(),
  /** The field that has the words; absent: any. */
  field: z.enum(wordFields).optional(),
  status: paymentIntentStatusSchema.optional(),
  /** Only what waits for somebody, or for an answer: held, not paid, or not known. Takes the place of `status`. */
  open: z.literal(true).optional(),
  has_refund: z.boolean().optional(),
  /** The latest attempt was declined. */
  payment_status: z.literal('failed').optional(),
  amount_min: amountSchema.optional(),
  amount_max: amountSchema.optional(),
  /** Inclusive, as instants: the page turns local days into them. */
  created_from: timestampSchema.optional(),
  created_to: timestampSchema.optional(),
  page: z.number().int().min(1),
  /** The last payment of the page before, where that page has one. */
  after: z.string().max(64).optional(),
})
export type PaymentSearch = z.infer<typeof paymentSearchSchema>

/** One line of the list. */
export interface FoundPayment {
  readonly intent_id: string
  readonly status: PaymentIntent['status']
  readonly amount: number
  readonly amount_captured: number
  readonly amount_refunded: number
  readonly currency: string
  readonly created_at: string
  readonly reference: string | null
  /** The number on the receipt; null where no counter has sold it. */
  readonly receipt: string | null
  readonly note: string | null
  readonly brand: string | null
  readonly last_four: string | null
  readonly settled: boolean
  /** The latest payment was declined. */
  readonly declined: boolean
  /** So much was refunded, and only a person can find out whether it has arrived, cents; absent where nothing was. */
  readonly refund_unknown?: number
}

/** One page of the payments that were found. */
export interface PaymentSearchResult {
  readonly rows: readonly FoundPayment[]
  readonly page: number
  readonly limit: number
  /** Of this page and those after it. */
  readonly total: number
  /** False: there are at least `total`. */
  readonly total_exact: boolean
  readonly more: boolean
  /** The service cannot search by words: they were looked for in what this counter sold, or not at all. */
  readonly only_here: boolean
}

/** A payment's page: the intent (without its client_secret), every attempt and every refund, newest first. */
export interface PaymentHistory {
  readonly intent: Omit<PaymentIntent, 'client_secret'>
  readonly payments: readonly Payment[]
  readonly refunds: readonly Refund[]
  /** What the service took for it, less what of that it gave back, cents; absent where it is not settled, or not known. */
  readonly fees?: number
  /** What the customer had back in cash, as store credit or as other goods: that much is not refunded to the card. Cents. */
  readonly given_otherwise?: number
}
