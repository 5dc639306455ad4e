import { z } from 'zod'
import { emailSchema } from '../../email-address.ts'
import {
  amountSchema,
  optionalField,
  pageOf,
  paymentMethodTypeSchema,
  paymentRailTypeSchema,
  referenceIdSchema,
  removableField,
  sentMethodTypesSchema,
  sentRailTypesSchema,
  sentTimeSchema,
  sentUserFieldsSchema,
  timestampSchema,
  userFieldsSchema,
} from './common.ts'
import { createPaymentIntentBodySchema, paymentMethodDataSchema, removableFields } from './payment-intent.ts'

/** Section 3.3 shows open only; the others are ours (docs/decisions/0040). */
export const checkoutSessionStatusSchema = z.enum(['open', 'complete', 'expired'])

/** Section 2.6: "one of a percentage form, a fixed form, a disabled form", whose fields it does not show. */
export const checkoutSurchargeSchema = z
  .discriminatedUnion('type', [
    z
      .strictObject({
        type: z.literal('percentage'),
        percent: z
          .number()
          .min(0)
          .max(3)
          .meta({ description: 'Percentage, from 0 to 3. Decimals are allowed.' }),
      })
      .meta({ id: 'PercentageSurcharge' }),
    z.strictObject({ type: z.literal('fixed'), amount: amountSchema }).meta({ id: 'FixedSurcharge' }),
    z.strictObject({ type: z.literal('disabled') }).meta({ id: 'DisabledSurcharge' }),
  ])
  .meta({ id: 'CheckoutSurcharge' })
export type CheckoutSurcharge = z.infer<typeof checkoutSurchargeSchema>

const returnUrlText =
  "An http or https address, at most 500 characters. The placeholder {CHECKOUT_SESSION_ID} is replaced with the session's id; without the placeholder, the id is added as the query parameter session_id."
/** Where the payer is sent back to. The page makes a link of it, so only web addresses are allowed. */
const returnUrlSchema = z
  .url({ protocol: /^https?$/, error: 'an address that begins with https:// or http://' })
  .regex(/^[A-Za-z]+:\/\/[^\s"<>\\]+$/, {
    error: 'an address that begins with https:// or http://, without spaces, quotes and angle brackets',
  })
  .max(500)
  .meta({ description: returnUrlText })

/** Section 2.6: the same fields as the body of create payment intent. */
export const paymentIntentDataSchema = createPaymentIntentBodySchema.meta({ id: 'PaymentIntentData' })
export type PaymentIntentData = z.infer<typeof paymentIntentDataSchema>

/** Section 2.6. Absent values are null. subtotal, discount_amount and amount are ours: update sets them. */
export const checkoutSessionSchema = z
  .object({
    id: z.string(),
    entity: z.literal('checkout_session'),
    status: checkoutSessionStatusSchema,
    url: z.string().nullable().meta({
      description:
        'The address of the hosted page. It contains the client secret, so it is null for a key that may not pay.',
    }),
    client_secret: z
      .string()
      .nullable()
      .meta({ description: "The secret for the payer's browser. null for a key that may not pay." }),
    cancel_url: z.string().nullable(),
    success_url: z.string().nullable(),
    customer_email: z.string().nullable(),
    reference_id: z.string().nullable(),
    user_fields: userFieldsSchema,
    payment_method_types: z.array(paymentMethodTypeSchema),
    payment_rail_types: z.array(paymentRailTypeSchema),
    payment_intent_data: paymentIntentDataSchema,
    payment_intent_id: z.string(),
    amount: amountSchema.meta({
      description:
        'Amount that the payer pays before any surcharge, in cents: subtotal minus discount_amount.',
    }),
    subtotal: amountSchema,
    discount_amount: amountSchema,
    surcharge: checkoutSurchargeSchema,
    link_phone_number: z
      .string()
      .nullable()
      .meta({ description: 'The telephone number that the link was last sent to.' }),
    google_pay_enabled: z.boolean(),
    apple_pay_enabled: z.boolean(),
    account_id: z.string(),
    partner_id: z.string().nullable(),
    business_id: z.string().nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
    expires_at: timestampSchema,
  })
  .meta({ id: 'CheckoutSession' })
export type CheckoutSession = z.infer<typeof checkoutSessionSchema>

const texts = {
  cancel_url: returnUrlSchema,
  success_url: returnUrlSchema,
  customer_email: emailSchema.max(255),
  reference_id: referenceIdSchema,
}
const emailText = 'Default e-mail address for the link and the receipt; a message can name another one.'

const settings = {
  user_fields: sentUserFieldsSchema.optional(),
  payment_method_types: sentMethodTypesSchema.optional(),
  payment_rail_types: sentRailTypesSchema.optional(),
  surcharge: checkoutSurchargeSchema.optional(),
}

/** Section 4.2, create session. The surcharge is disabled by default. */
export const createCheckoutSessionBodySchema = z.strictObject({
  payment_intent_data: paymentIntentDataSchema,
  cancel_url: texts.cancel_url.optional(),
  success_url: texts.success_url.optional(),
  customer_email: optionalField(texts.customer_email, emailText),
  reference_id: texts.reference_id.optional(),
  ...settings,
  google_pay_enabled: optionalField(
    z.boolean(),
    'Defaults to true. The value is stored, but the hosted page offers no wallets yet.',
  ),
  apple_pay_enabled: optionalField(
    z.boolean(),
    'Defaults to true. The value is stored, but the hosted page offers no wallets yet.',
  ),
})
export type CreateCheckoutSessionBody = z.infer<typeof createCheckoutSessionBodySchema>

const byNull = 'null removes it.'
/**
 * Section 4.2, update session. Only the fields that are sent change, also within payment_intent_data. null removes an
 * optional field.
 */
export const updateCheckoutSessionBodySchema = z.strictObject({
  payment_intent_data: createPaymentIntentBodySchema
    .partial()
    .extend({
      ...removableFields,
      payment_method_data: removableField(
        paymentMethodDataSchema,
        'Initial details of the payment method, such as the billing address.',
      ),
    })
    .optional(),
  cancel_url: optionalField(texts.cancel_url.nullable(), `${returnUrlText} ${byNull}`),
  success_url: optionalField(texts.success_url.nullable(), `${returnUrlText} ${byNull}`),
  customer_email: optionalField(texts.customer_email.nullable(), `${emailText} ${byNull}`),
  reference_id: optionalField(
    texts.reference_id.nullable(),
    `Your own reference, stored and returned unchanged. ${byNull}`,
  ),
  ...settings,
  subtotal: optionalField(
    amountSchema,
    'Amount before the discount, in cents. Same as payment_intent_data.amount.',
  ),
  discount_amount: optionalField(amountSchema, 'Discount in cents, at most the subtotal.'),
  expires_at: optionalField(
    sentTimeSchema,
    'When the session expires, in ISO 8601 with Z or an offset. Must be in the future and at most 30 days (or the limit that the service is configured with) after the session was created.',
  ),
})
export type UpdateCheckoutSessionBody = z.infer<typeof updateCheckoutSessionBodySchema>

export const checkoutSessionPageSchema = pageOf(checkoutSessionSchema)
