import { z } from 'zod'
import { emailSchema } from '../../email-address.ts'
import { addressSchema } from './address.ts'
import {
  customerIdSchema,
  openObjectSchema,
  optionalField,
  pageOf,
  paymentMethodTypeSchema,
  sentObjectSchema,
  timestampSchema,
} from './common.ts'

/** Fields other than `name` are ours (section 2.11 does not show them). */
export const billingDetailsSchema = z
  .strictObject({
    name: z.string().max(200).optional(),
    ...addressSchema.shape,
    email: emailSchema.max(255).optional(),
    phone_number: z.string().max(20).optional(),
  })
  .meta({ id: 'BillingDetails' })
export type BillingDetails = z.infer<typeof billingDetailsSchema>

export const cardSummarySchema = z
  .object({
    last_four_digits: z.string(),
    first_six_digits: z.string(),
    brand: z.string(),
    exp_month: z.string(),
    exp_year: z.string(),
    reuse_eligible: z
      .boolean()
      .meta({ description: 'Whether the card can be charged again or attached to a customer for reuse.' }),
    /** Ours; needed for surcharging (section 4.2). */
    funding: z.enum(['credit', 'debit', 'prepaid', 'unknown']).meta({
      description: 'The funding of the card. unknown for a card that is stored at another gateway.',
    }),
    /** Ours: false once the account updater was disabled for this card. */
    account_updater_enabled: z.boolean().optional(),
  })
  .meta({ id: 'CardSummary' })

export const bankAccountTypeSchema = z.enum(['checking', 'savings'])

/** Section 2.4, bank: not shown in the specification. The account number is only in the vault. */
export const bankSummarySchema = z
  .object({
    account_holder: z.string(),
    account_type: bankAccountTypeSchema,
    last_four_digits: z.string(),
    /** US accounts only. */
    routing_number: z.string().nullable(),
    /** Canadian accounts only. */
    transit_number: z.string().nullable(),
    institution_number: z.string().nullable(),
  })
  .meta({ id: 'BankSummary' })

/** Section 2.4. The card number is only in the vault. */
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
    bank: bankSummarySchema.nullable(),
    single_use_token: z.boolean(),
    signature: z.string().nullable(),
    status: z.string().meta({
      description:
        "active; used (single-use, and its payment was started); expired (single-use, and not used in time); detached (permanently, from its customer); disabled (the card's account is closed). A payment method intent's method can also be pending (waiting for the bank) or failed (refused by the bank).",
    }),
    attention_required: z.string().nullable().meta({
      description: 'contact_cardholder, card_expired or account_closed. null if no action is needed.',
    }),
    meta_data: openObjectSchema,
    validation_response: openObjectSchema.nullable(),
  })
  .meta({ id: 'PaymentMethod' })
export type PaymentMethod = z.infer<typeof paymentMethodSchema>

export const expiryMonthSchema = z
  .string()
  .regex(/^(0[1-9]|1[0-2])$/, { error: 'a month of two digits, 01 to 12' })
export const expiryYearSchema = z.string().regex(/^\d{4}$/, { error: 'a year of four digits' })

/** Section 4.2. Each object is replaced as a whole; of the card only the expiry date can change. */
export const updatePaymentMethodBodySchema = z.strictObject({
  billing_details: optionalField(billingDetailsSchema, 'Replaces all billing details.'),
  card: z
    .strictObject({ exp_month: expiryMonthSchema.optional(), exp_year: expiryYearSchema.optional() })
    .optional(),
  meta_data: sentObjectSchema.optional(),
})
export type UpdatePaymentMethodBody = z.infer<typeof updatePaymentMethodBodySchema>

export const attachPaymentMethodBodySchema = z.strictObject({ customer_id: customerIdSchema })

export const paymentMethodPageSchema = pageOf(paymentMethodSchema)
