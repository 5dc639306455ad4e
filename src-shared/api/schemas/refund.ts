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

/** Section 3.3 shows only `processing`; the others are ours (docs/decisions). */
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
      description:
        "What a refund that is processing waits for: the processor's answer, or the next settlement",
    }),
    /** Ours: why a failed refund failed. */
    failure_code: z.string().nullable(),
    failure_message: z.string().nullable(),
    /** Ours (4.1). */
    gateway_response: openObjectSchema.meta({
      description: 'How it was refunded and under which reference; of an external refund what was reported',
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
  amount: optionalField(amountSchema.min(1), 'Cents, at least 1; all that is left without it'),
  refund_splits: optionalField(
    z.array(paymentSplitSchema).max(100),
    "Shares taken back from the contractors of the payment's splits; none without it",
  ),
  /** Ours. Prevents a second refund of the same goods by a client whose look-up is out of date. */
  if_amount_refunded: optionalField(
    z.int().min(0),
    "Cents: refunds only while the payment's amount_refunded is this, else 409 amount_refunded_changed",
  ),
})
export type CreateRefundBody = z.infer<typeof createRefundBodySchema>

export const refundPageSchema = pageOf(refundSchema)
