import { z } from 'zod'
import {
  customerIdSchema,
  optionalField,
  pageOf,
  paymentMethodTypeSchema,
  sentMethodTypesSchema,
  sentUserFieldsSchema,
  timestampSchema,
  userFieldsSchema,
} from './common.ts'
import { billingDetailsSchema, paymentMethodSchema } from './payment-method.ts'

/**
 * Section 4.2: "one of three object shapes", which it does not show. Ours: the initial data of the method, by its type.
 * The card or account numbers come only from the payer's browser (`POST /tokens`).
 */
const methodDataOf = <Type extends 'card' | 'bank' | 'ca_bank'>(type: Type) =>
  z.strictObject({ payment_method_type: z.literal(type), billing_details: billingDetailsSchema.optional() })

export const paymentMethodIntentDataSchema = z
  .discriminatedUnion('payment_method_type', [
    methodDataOf('card').meta({ id: 'CardMethodData' }),
    methodDataOf('bank').meta({ id: 'BankMethodData' }),
    methodDataOf('ca_bank').meta({ id: 'CanadianBankMethodData' }),
  ])
  .meta({ id: 'PaymentMethodIntentData' })

/** Section 3.3 shows only `created`; the others are ours (docs/decisions/0039). */
export const paymentMethodIntentStatusSchema = z.enum(['created', 'processing', 'succeeded', 'cancelled'])

/** The bank's answer to a zero-amount verification of a card or an account. */
export const validationResponseSchema = z
  .object({
    status: z.enum(['succeeded', 'failed']),
    /** Reason for a failure, such as `expired_card`, and its text; null on success. */
    code: z.string().nullable(),
    message: z.string().nullable(),
    avs: z.string().nullable(),
    cvv: z.string().nullable(),
    created_at: timestampSchema,
  })
  .meta({ id: 'ValidationResponse' })
export type ValidationResponse = z.infer<typeof validationResponseSchema>

/** Section 2.7. Absent values are null. */
export const paymentMethodIntentSchema = z
  .object({
    id: z.string(),
    entity: z.literal('payment_method_intent'),
    status: paymentMethodIntentStatusSchema,
    client_secret: z
      .string()
      .nullable()
      .meta({ description: "The secret for the payer's browser. null for a key that may not pay." }),
    account_id: z.string(),
    customer_id: z.string().nullable(),
    payment_method_types: z.array(paymentMethodTypeSchema),
    payment_method_data: paymentMethodIntentDataSchema.nullable(),
    payment_method: paymentMethodSchema.nullable(),
    validate: z.boolean(),
    /** Who pays for the validation. */
    bill_to: z.string(),
    latest_validation_response: validationResponseSchema.nullable(),
    /** Oldest first. */
    validation_attempts: z.array(validationResponseSchema),
    user_fields: userFieldsSchema,
    cancellation_reason: z.string().nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'PaymentMethodIntent' })
export type PaymentMethodIntent = z.infer<typeof paymentMethodIntentSchema>

const writableFields = {
  payment_method_types: optionalField(sentMethodTypesSchema, 'The accepted payment method types.'),
  user_fields: sentUserFieldsSchema.optional(),
  customer_id: optionalField(
    customerIdSchema,
    'The id of the customer who receives the payment method. The customer must be linked to the account. Cannot be changed once it is set.',
  ),
}

/** Section 4.2. payment_method_types defaults to the type of payment_method_data, or else card. */
export const createPaymentMethodIntentBodySchema = z.strictObject({
  ...writableFields,
  payment_method_types: optionalField(
    sentMethodTypesSchema,
    'The accepted payment method types. Defaults to the type of payment_method_data, or else card.',
  ),
  payment_method_data: paymentMethodIntentDataSchema.optional(),
  validate: optionalField(
    z.boolean(),
    'Whether the bank verifies the payment method with a zero-amount check. Defaults to false.',
  ),
  /** Section 2.7 shows only the value `merchant`. */
  bill_to: optionalField(z.literal('merchant'), 'Who pays for the validation. Defaults to merchant.'),
})
export type CreatePaymentMethodIntentBody = z.infer<typeof createPaymentMethodIntentBodySchema>

export const updatePaymentMethodIntentBodySchema = z.strictObject(writableFields)
export type UpdatePaymentMethodIntentBody = z.infer<typeof updatePaymentMethodIntentBodySchema>

export const cancelPaymentMethodIntentBodySchema = z.strictObject({
  cancellation_reason: optionalField(
    z.string().max(300),
    'The reason for the cancellation, in your own words.',
  ),
})

export const paymentMethodIntentPageSchema = pageOf(paymentMethodIntentSchema)
