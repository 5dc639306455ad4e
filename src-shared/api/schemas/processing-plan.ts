import { z } from 'zod'
import { boardingNameSchema } from './business.ts'
import { amountSchema, cursorQuerySchema, pageOf, partnerIdPattern, timestampSchema } from './common.ts'

/** The fees of an account, in cents and basis points, named as in section 2.8. The reply's fields are ours. */
export const processingPlanSchema = z
  .object({
    id: z.string(),
    entity: z.literal('processing_plan'),
    name: z.string(),
    /** The only partner whose accounts may have the plan; null: accounts of every partner. */
    partner_id: z.string().nullable(),
    auth_fee: amountSchema,
    card_fee_bps: amountSchema,
    ach_per_transaction_fee: amountSchema,
    ach_fee_bps: amountSchema,
    /** Maximum of the ach_fee_bps fee; null: no limit. */
    ach_bps_fee_max: amountSchema.nullable(),
    chargeback_fee: amountSchema,
    reversal_fee: amountSchema,
    return_fee: amountSchema,
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'ProcessingPlan' })
export type ProcessingPlan = z.infer<typeof processingPlanSchema>

/** 10,000.00: with an amount near the largest one no settlement could add up its fees. */
const maximumFee = 1_000_000
const feeSchema = z
  .number()
  .int()
  .min(0)
  .max(maximumFee)
  .default(0)
  .meta({ description: `Amount in minor units (cents), from 0 to ${maximumFee}. Defaults to 0.` })
const basisPointsSchema = z
  .number()
  .int()
  .min(0)
  .max(10_000)
  .default(0)
  .meta({ description: 'Basis points (hundredths of a percent). Defaults to 0.' })

/** Ours: the agreed terms. A plan never changes; different terms need another plan. */
export const createProcessingPlanBodySchema = z.strictObject({
  name: boardingNameSchema.min(1),
  partner_id: z.string().regex(partnerIdPattern, { error: 'the id of a partner (ptn_…)' }).optional().meta({
    description: 'The partner whose accounts may have this plan. Without it, the accounts of all partners.',
  }),
  auth_fee: feeSchema,
  card_fee_bps: basisPointsSchema,
  ach_per_transaction_fee: feeSchema,
  ach_fee_bps: basisPointsSchema,
  ach_bps_fee_max: amountSchema
    .nullable()
    .default(null)
    .meta({ description: 'Maximum of the ach_fee_bps fee, in cents. null: no limit.' }),
  chargeback_fee: feeSchema,
  reversal_fee: feeSchema,
  return_fee: feeSchema,
})
export type CreateProcessingPlanBody = z.infer<typeof createProcessingPlanBodySchema>

/** Section 4.3: plans whose name contains `name`, ignoring case. */
export const listProcessingPlansQuerySchema = cursorQuerySchema.extend({
  name: boardingNameSchema.optional(),
})
export const processingPlanPageSchema = pageOf(processingPlanSchema)
