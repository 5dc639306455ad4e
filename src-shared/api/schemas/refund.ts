import { z } from 'zod'
import { amountSchema, paymentSplitSchema, settlementStatusSchema, timestampSchema } from './common.ts'

export const refundStatusSchema = z.enum(['processing', 'succeeded', 'failed'])
export type RefundStatus = z.infer<typeof refundStatusSchema>

/** Section 2.5. */
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
    refund_splits: z.array(paymentSplitSchema),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    settlement_status: settlementStatusSchema,
    settled_at: timestampSchema.nullable(),
  })
  .meta({ id: 'Refund' })
export type Refund = z.infer<typeof refundSchema>
