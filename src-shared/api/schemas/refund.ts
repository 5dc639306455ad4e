import { z } from 'zod'
import {
  amountSchema,
  openObjectSchema,
  optionalField,
  pageOf,
  paymentSplitSchema,
  settlementStatusSchema,
  timestampSchema,
} from './common.ts'

/** Section 3.3 shows only `processing`; the others are ours (docs/decisions/0014). */
export const refundStatusSchema = z.enum(['processing', 'succeeded', 'failed'])

/** Section 2.5. Absent values are null. */
export const refundSchema = z
  .object({
    id: z.string(),
    entity: z.literal('refund'),
    status: refundStatusSchema,
    currency: z.string(),
    external: z.boolean(),
    amount: amountSchema,
    account_id: z.string(),
    payment_id: z.string(),
    /** Ours. */
    payment_intent_id: z.string(),
    refund_splits: z.array(paymentSplitSchema),
    /** Ours. */
    awaits: z.enum(['processor', 'settlement']).nullable().meta({
      description: "What a processing refund is waiting for: the processor's answer, or the next settlement.",
    }),
    /** Ours: why a failed refund failed. */
    failure_code: z.string().nullable(),
    failure_message: z.string().nullable(),
    /** Ours (4.1). */
    gateway_response: openObjectSchema.meta({
      description: 'How the refund was made and its reference. For an external refund: the reported data.',
    }),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    /** Ours. */
    settlement_id: z.string().nullable(),
    settlement_status: settlementStatusSchema,
    settled_at: timestampSchema.nullable(),
  })
  .meta({ id: 'Refund' })
export type Refund = z.infer<typeof refundSchema>

/** Section 4.2, create refund. Without an amount, everything that is left is refunded. */
export const createRefundBodySchema = z.strictObject({
  amount: optionalField(
    amountSchema.min(1),
    'Amount to refund, in cents, at least 1. Defaults to the whole remaining amount.',
  ),
  refund_splits: optionalField(
    z.array(paymentSplitSchema).max(100),
    "Amounts taken back from the contractors of the payment's splits. Defaults to none.",
  ),
  /** Ours. Prevents a second refund of the same goods by a client whose look-up is out of date. */
  if_amount_refunded: optionalField(
    z.int().min(0),
    "Refunds only if the payment's amount_refunded still has this value, in cents; otherwise 409 amount_refunded_changed.",
  ),
})
export type CreateRefundBody = z.infer<typeof createRefundBodySchema>

export const refundPageSchema = pageOf(refundSchema)
