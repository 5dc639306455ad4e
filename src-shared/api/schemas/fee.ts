import { z } from 'zod'
import {
  amountSchema,
  currencySchema,
  cursorQuerySchema,
  descriptionSchema,
  optionalField,
  pageLimitSchema,
  pageOf,
  referenceIdSchema,
  sentUserFieldsSchema,
  settlementStatusSchema,
  timestampSchema,
  userFieldsSchema,
} from './common.ts'

/** Section 2.8. */
export const feeTypeSchema = z.enum([
  'APPLICATION',
  'BATCH',
  'CHARGEBACK',
  'INTERCHANGE',
  'PLATFORM',
  'TOKEN',
  'PROCESSING',
  'RETRIEVAL',
  'DDA_REJECT',
  'MONTHLY_MINIMUM',
  'PCI_NON_COMPLIANCE',
  'GATEWAY_FEE',
  'EARLY_CANCELLATION',
  'REGULATORY_PRODUCT',
  'VALIDATION_FEE',
  'LINKING_FEE',
  'REJECT_FEE',
  'REVERSAL_FEE',
  'RETURN_FEE',
  'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT',
  'UNMATCHED_SETTLEMENT',
  'ACCOUNT_UPDATE',
  'NETWORK_TOKEN_ISSUANCE',
  'PARTNER_ADHOC',
  'EQUIPMENT',
  'PFAC_PROCESSING',
])

/** In cents or basis points, depending on the field's name. */
const rateSchema = amountSchema
  .nullable()
  .meta({ description: 'Rate in cents, or in basis points if the field name ends in bps.' })

/** Section 2.8. Absent values are null; amount_refunded starts at 0. */
export const feeSchema = z
  .object({
    id: z.string(),
    entity: z.literal('fee'),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    settled_at: timestampSchema.nullable(),
    currency: currencySchema,
    fee_type: feeTypeSchema,
    fee_sub_type: z.string().nullable(),
    description: z.string().nullable(),
    from_owner_id: z.string(),
    from_owner_type: z.string(),
    to_owner_id: z.string(),
    to_owner_type: z.string(),
    source_type: z.string().meta({
      description:
        'What the fee comes from: adjustment (made manually), fee (the refund of a fee) or payment (a processing fee).',
    }),
    source_id: z.string().nullable(),
    source_account_id: z.string(),
    amount: amountSchema,
    amount_refunded: amountSchema,
    auth_fee: rateSchema,
    card_fee_bps: rateSchema,
    ach_per_transaction_fee: rateSchema,
    ach_fee_bps: rateSchema,
    ach_bps_fee_max: rateSchema,
    ach_service_type: z.string().nullable(),
    card_type: z.string().nullable(),
    settlement_id: z.string().nullable(),
    settlement_status: settlementStatusSchema,
    monthly_fee_date: z.iso.date().nullable(),
    reference_id: z.string().nullable(),
    user_fields: userFieldsSchema,
    is_refund: z.boolean(),
  })
  .meta({ id: 'Fee' })
export type Fee = z.infer<typeof feeSchema>

export const feeParamsSchema = z.strictObject({
  id: z
    .string()
    .max(64)
    .regex(/^fee_/, { error: 'the id of a fee (fee_…)' })
    .meta({ description: 'The id of the fee (fee_…).' }),
})

/** Section 4.2, list fees: limit may be 0 here, which only shows whether fees exist. */
export const listFeesQuerySchema = cursorQuerySchema.extend({
  limit: pageLimitSchema(0).optional(),
  fee_type: feeTypeSchema.optional(),
  source_id: z.string().min(1).max(64).optional(),
})

const describedFields = {
  amount: amountSchema,
  description: descriptionSchema,
  reference_id: referenceIdSchema.optional(),
  user_fields: sentUserFieldsSchema.optional(),
}

/** Section 4.2, create fee. */
export const createFeeBodySchema = z.strictObject({
  fee_type: feeTypeSchema,
  ...describedFields,
  currency: optionalField(currencySchema, "Defaults to the account's currency."),
})
export type CreateFeeBody = z.infer<typeof createFeeBodySchema>

/** Section 4.2, refund ad hoc fee. */
export const refundFeeBodySchema = z.strictObject(describedFields)
export type RefundFeeBody = z.infer<typeof refundFeeBodySchema>

export const feePageSchema = pageOf(feeSchema)
