import { z } from 'zod'
import { openObjectSchema, paymentMethodTypeSchema, timestampSchema } from './common.ts'

/** Inner fields beyond `name` are ours (section 2.11: not shown). */
export const billingDetailsSchema = z.strictObject({
  name: z.string().max(200).optional(),
  address_line1: z.string().max(200).optional(),
  address_line2: z.string().max(200).optional(),
  city: z.string().max(100).optional(),
  state: z.string().max(100).optional(),
  postal_code: z.string().max(10).optional(),
  country: z.string().max(2).optional(),
  email: z.email().max(255).optional(),
  phone_number: z.string().max(20).optional(),
})

export const cardSummarySchema = z.object({
  last_four_digits: z.string(),
  first_six_digits: z.string(),
  brand: z.string(),
  exp_month: z.string(),
  exp_year: z.string(),
  reuse_eligible: z.boolean(),
  /** credit, debit or prepaid; ours, needed for surcharging (section 4.2). */
  funding: z.enum(['credit', 'debit', 'prepaid']),
})

/** Section 2.4. The card number itself is in the vault and never here. */
export const paymentMethodSchema = z
  .object({
    id: z.string(),
    entity: z.literal('payment_method'),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    payment_method_type: paymentMethodTypeSchema,
    source_type: z.string(),
    account_id: z.string(),
    customer_id: z.string().nullable(),
    payment_intent_id: z.string().nullable(),
    payment_method_intent_id: z.string().nullable(),
    checkout_session_id: z.string().nullable(),
    billing_details: billingDetailsSchema,
    card: cardSummarySchema.nullable(),
    bank: openObjectSchema.nullable(),
    single_use_token: z.boolean(),
    signature: z.string().nullable(),
    status: z.string(),
    attention_required: z.string().nullable(),
    meta_data: openObjectSchema,
    validation_response: openObjectSchema.nullable(),
  })
  .meta({ id: 'PaymentMethod' })
export type PaymentMethod = z.infer<typeof paymentMethodSchema>
