import { z } from 'zod'
import {
  amountSchema,
  currencySchema,
  customerIdSchema,
  descriptionSchema,
  openObjectSchema,
  optionalField,
  pageOf,
  paymentMethodTypeSchema,
  paymentRailTypeSchema,
  paymentSplitSchema,
  referenceIdSchema,
  removableField,
  sentMethodTypesSchema,
  sentObjectSchema,
  sentRailTypesSchema,
  sentUserFieldsSchema,
  settlementStatusSchema,
  timestampSchema,
  userFieldsSchema,
} from './common.ts'
import { paymentSchema, runningTotals } from './payment.ts'
import { billingDetailsSchema } from './payment-method.ts'

export const paymentIntentStatusSchema = z.enum([
  'created',
  'processing',
  'pending',
  'uncaptured',
  'captured',
  'cancelled',
  'failed',
])
export type PaymentIntentStatus = z.infer<typeof paymentIntentStatusSchema>

export const cancellationReasonSchema = z.enum([
  'duplicate',
  'fraudulent',
  'requested_by_customer',
  'abandoned',
])

/**
 * Section 4.1: initial data of the intent's payment methods. The section does not show its fields; docs/decisions/0013.
 */
export const paymentMethodDataSchema = z.strictObject({ billing_details: billingDetailsSchema.optional() })

/** Section 2.2. Absent values are null; running totals start at 0. */
export const paymentIntentSchema = z
  .object({
    id: z.string(),
    entity: z.literal('payment_intent'),
    status: paymentIntentStatusSchema,
    client_secret: z
      .string()
      .nullable()
      .meta({ description: "The secret for the payer's browser. null for a key that may not pay." }),
    amount: amountSchema,
    merchant_amount: amountSchema.nullable(),
    ...runningTotals,
    tax_amount: amountSchema,
    tip_amount: amountSchema,
    surcharge_amount: amountSchema,
    payment_splits: z.array(paymentSplitSchema),
    order_details: openObjectSchema,
    capture: z.boolean(),
    currency: z.string(),
    latest_payment: paymentSchema.nullable(),
    disputed: z.boolean(),
    reversed: z.boolean(),
    external: z.boolean(),
    dispute_id: z.string().nullable(),
    reversal_id: z.string().nullable(),
    partner_id: z.string().nullable(),
    business_id: z.string().nullable(),
    account_id: z.string(),
    customer_id: z.string().nullable(),
    /** Ours: the checkout session that the intent belongs to; absent if it was created without one. */
    checkout_session_id: z.string().optional(),
    payment_method_types: z.array(paymentMethodTypeSchema),
    payment_rail_types: z.array(paymentRailTypeSchema),
    payment_method_data: paymentMethodDataSchema.nullable(),
    reference_id: z.string().nullable(),
    user_fields: userFieldsSchema,
    cancellation_reason: z.string().nullable(),
    description: z.string().nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    cancelled_at: timestampSchema.nullable(),
    captured_at: timestampSchema.nullable(),
    settled_at: timestampSchema.nullable(),
    settlement_id: z.string().nullable(),
    settlement_status: settlementStatusSchema,
  })
  .meta({ id: 'PaymentIntent' })
export type PaymentIntent = z.infer<typeof paymentIntentSchema>

/**
 * The parts of `amount` that the receipt shows. They are included in `amount`, never added to it. Section 2.2 lists
 * them on the intent; that clients may send them is ours (docs/decisions/0001).
 */
const amountParts = {
  tax_amount: optionalField(amountSchema, 'Part of amount, in cents; never added to it. Defaults to 0.'),
  tip_amount: optionalField(amountSchema, 'Part of amount, in cents; never added to it. Defaults to 0.'),
  surcharge_amount: optionalField(
    amountSchema,
    'Part of amount, in cents; never added to it. Defaults to 0.',
  ),
}

const merchantAmountText = 'Amount credited to the merchant, in cents, at most amount.'
const writableFields = {
  merchant_amount: optionalField(amountSchema, merchantAmountText),
  ...amountParts,
  payment_splits: optionalField(
    z.array(paymentSplitSchema).max(100),
    'Shares of contractors. Their total is at most merchant_amount, or amount if merchant_amount is not set.',
  ),
  order_details: sentObjectSchema.optional(),
  capture: optionalField(
    z.boolean(),
    'Whether the payment is captured at once. false: it is only authorized, and you capture it later. Defaults to true for a new intent.',
  ),
  reference_id: referenceIdSchema.optional(),
  user_fields: sentUserFieldsSchema.optional(),
  description: descriptionSchema.optional(),
  payment_method_types: sentMethodTypesSchema.optional(),
  payment_rail_types: sentRailTypesSchema.optional(),
  customer_id: optionalField(
    customerIdSchema,
    'The id of a customer who is linked to the account. Cannot be changed once it is set.',
  ),
}

/** Section 4.1. */
export const createPaymentIntentBodySchema = z.strictObject({
  amount: amountSchema,
  /** docs/decisions/0071. */
  currency: optionalField(
    currencySchema,
    "Defaults to the account's currency. Any other currency is refused.",
  ),
  ...writableFields,
  payment_method_data: paymentMethodDataSchema.optional(),
})
export type CreatePaymentIntentBody = z.infer<typeof createPaymentIntentBodySchema>

/** What an update may remove again. */
export const removableFields = {
  merchant_amount: removableField(amountSchema, merchantAmountText),
  reference_id: removableField(referenceIdSchema, 'Your own reference, stored and returned unchanged.'),
  description: removableField(descriptionSchema, 'A description for people, in your own words.'),
}

/** Section 4.2, patch intent. */
export const updatePaymentIntentBodySchema = z.strictObject({
  amount: amountSchema.optional(),
  ...writableFields,
  ...removableFields,
})
export type UpdatePaymentIntentBody = z.infer<typeof updatePaymentIntentBodySchema>

export const cancelPaymentIntentBodySchema = z.strictObject({
  cancellation_reason: optionalField(
    cancellationReasonSchema,
    "The reason for the cancellation. Also stored as cancel_reason of the intent's payment.",
  ),
})

/**
 * Section 4.2 does not show the fields of payment_data. When the card of a tab is authorized, only the hold is known:
 * the parts of the captured amount and the items come with the capture (docs/decisions/0061). Other fields are kept in
 * gateway_response.
 */
export const capturePartsSchema = z.object({
  tax_amount: amountSchema.optional(),
  tip_amount: amountSchema.optional(),
  surcharge_amount: amountSchema.optional(),
  order_details: sentObjectSchema.optional(),
})

export const capturePaymentIntentBodySchema = z.strictObject({
  amount: optionalField(
    amountSchema,
    'Amount to capture, in cents, at most the authorized amount. The rest is released; 0 releases everything. Defaults to the authorized amount.',
  ),
  merchant_amount: optionalField(
    amountSchema,
    "Amount credited to the merchant, in cents. Defaults to the intent's merchant_amount, in proportion to the captured amount.",
  ),
  payment_data: sentObjectSchema
    .refine((data) => capturePartsSchema.safeParse(data).success, {
      error: 'tax_amount, tip_amount and surcharge_amount in cents, order_details an object',
    })
    .meta({
      description:
        "Free-form data, at most 64 KiB as JSON. Its tax_amount, tip_amount, surcharge_amount (at most the intent's) and order_details replace those of the intent.",
    })
    .optional(),
  payment_splits: optionalField(
    z.array(paymentSplitSchema).max(100),
    "Shares of contractors. Defaults to the intent's shares, in proportion to the captured amount.",
  ),
})
export type CapturePaymentIntentBody = z.infer<typeof capturePaymentIntentBodySchema>

export const paymentIntentPageSchema = pageOf(paymentIntentSchema)
export const paymentPageSchema = pageOf(paymentSchema)
