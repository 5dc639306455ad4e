import { z } from 'zod'
import {
  amountSchema,
  currencySchema,
  descriptionSchema,
  optionalField,
  paymentSplitSchema,
  referenceIdSchema,
  removableField,
  sentObjectSchema,
  sentTimeSchema,
  sentUserFieldsSchema,
} from './common.ts'
import { entryModeSchema } from './payment.ts'
import { billingDetailsSchema } from './payment-method.ts'

/** At least one cent: a gateway that charged nothing has nothing to report. */
const chargedSchema = amountSchema.min(1)

const gatewayTimeSchema = sentTimeSchema.meta({
  description:
    "The gateway's own time of the payment or refund, in ISO 8601. Used to match settlement records.",
})

const rawResponseSchema = z
  .string()
  .max(100_000)
  .meta({ description: "The gateway's response as text, JSON or form data. Known fields of it are stored." })

const retrievalReferenceSchema = z
  .string()
  .min(1)
  .max(100)
  .meta({ description: "The gateway's retrieval reference (retref)." })

const gatewayResponseFields = {
  auth_code: z.string().max(50).optional(),
  retrieval_reference: retrievalReferenceSchema,
  created_at: gatewayTimeSchema,
  raw_response: rawResponseSchema.optional(),
}

const externalCardFields = {
  token: z.string().min(1).max(200).meta({
    description: 'A marker that the card is stored at the gateway. Never a card number; not stored.',
  }),
  last_four_digits: z.string().regex(/^\d{4}$/, { error: 'four digits' }),
  first_six_digits: z.string().regex(/^\d{6}$/, { error: 'six digits' }),
  brand: z.string().min(1).max(50),
  exp_month: z.string().regex(/^(0?[1-9]|1[0-2])$/, { error: 'a month, 1 to 12' }),
  exp_year: z.string().regex(/^(\d{2}|\d{4})$/, { error: 'a year of two or four digits' }),
}

const externalMethodFields = {
  payment_method_type: z.literal('card'),
  source_type: z.string().min(1).max(100).meta({ description: 'The name of the gateway.' }),
}

/** Section 4.1, external payments, and 4.2, create external payment intent. */
export const createExternalPaymentBodySchema = z.strictObject({
  payment_intent: z.strictObject({
    amount: chargedSchema,
    currency: currencySchema.optional(),
    merchant_amount: amountSchema.optional(),
    tax_amount: amountSchema.optional(),
    tip_amount: amountSchema.optional(),
    surcharge_amount: amountSchema.optional(),
    payment_splits: z.array(paymentSplitSchema).max(100).optional(),
    order_details: sentObjectSchema.optional(),
    reference_id: referenceIdSchema.optional(),
    user_fields: sentUserFieldsSchema.optional(),
    description: descriptionSchema.optional(),
  }),
  payment_method: z.strictObject({
    ...externalMethodFields,
    card: z.strictObject(externalCardFields),
  }),
  /** Section 4.1 does not show these fields: those of create payment that do not concern the card's source. */
  payment: z
    .strictObject({
      reference_id: z.string().max(4000).optional(),
      user_fields: sentUserFieldsSchema.optional(),
      description: descriptionSchema.optional(),
      order_details: sentObjectSchema.optional(),
      billing_details: billingDetailsSchema.optional(),
      entry_mode: entryModeSchema.optional(),
    })
    .optional(),
  gateway_response: z.strictObject(gatewayResponseFields),
  card_present: optionalField(
    z.boolean(),
    'Whether a terminal read the card. Defaults to false in a new report.',
  ),
})
export type CreateExternalPaymentBody = z.infer<typeof createExternalPaymentBodySchema>

/** Section 4.2, update external payment intent: the fields that are sent replace the reported ones. */
export const updateExternalPaymentBodySchema = z.strictObject({
  amount: chargedSchema.optional(),
  merchant_amount: removableField(amountSchema, 'Amount credited to the merchant, in cents, at most amount.'),
  payment_method: z
    .strictObject({
      ...externalMethodFields,
      card: z.strictObject(externalCardFields).partial(),
    })
    .partial()
    .optional(),
  gateway_response: z.strictObject(gatewayResponseFields).partial().optional(),
  card_present: optionalField(
    z.boolean(),
    'Whether a terminal read the card. Defaults to false in a new report.',
  ),
})
export type UpdateExternalPaymentBody = z.infer<typeof updateExternalPaymentBodySchema>

/** Section 4.1, external refunds. `amount` is ours: without it the amount is read from raw_response. */
export const createExternalRefundBodySchema = z.strictObject({
  payment_intent_id: z.string().min(1).max(64),
  amount: optionalField(
    chargedSchema,
    'Amount to refund, in cents. Defaults to the amount in raw_response, or else the whole remaining amount.',
  ),
  gateway_response: z.strictObject({
    created_at: gatewayTimeSchema,
    retrieval_reference: retrievalReferenceSchema,
    raw_response: rawResponseSchema.optional(),
  }),
})
export type CreateExternalRefundBody = z.infer<typeof createExternalRefundBodySchema>

export const externalIntentParamsSchema = z.strictObject({ payment_intent_id: z.string().min(1).max(64) })
