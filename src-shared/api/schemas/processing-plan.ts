import { z } from 'zod'
import { boardingNameSchema } from './business.ts'
import { amountSchema, cursorQuerySchema, pageOf, timestampSchema } from './common.ts'

/** What an account pays: cents and basis points, by the names that fees have (section 2.8). The record is ours. */
export const processingPlanSchema = z
  .object({
    id: z.string(),
    entity: z.literal('processing_plan'),
    name: z.string(),
    auth_fee: amountSchema,
    card_fee_bps: amountSchema,
    ach_per_transaction_fee: amountSchema,
    ach_fee_bps: amountSchema,
    /** The most that ach_fee_bps may come to; null: no limit. */
    ach_bps_fee_max: amountSchema.nullable(),
    chargeback_fee: amountSchema,
    reversal_fee: amountSchema,
    return_fee: amountSchema,
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'ProcessingPlan' })
export type ProcessingPlan = z.infer<typeof processingPlanSchema>

/** Section 4.3: plans whose name holds this, whatever its case. */
export const listProcessingPlansQuerySchema = cursorQuerySchema.extend({
  name: boardingNameSchema.optional(),
})
export const processingPlanPageSchema = pageOf(processingPlanSchema)
