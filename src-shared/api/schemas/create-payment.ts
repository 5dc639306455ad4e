import { z } from 'zod'
import {
  customerIdSchema,
  descriptionSchema,
  optionalField,
  sentObjectSchema,
  sentUserFieldsSchema,
} from './common.ts'
import { billingDetailsSchema } from './payment-method.ts'

/** Section 4.1: exactly one of payment_method_id and customer_id. */
export const createPaymentBodySchema = z.strictObject({
  payment_method_id: optionalField(
    z.string().max(64),
    'The payment method to charge. Send either this or customer_id.',
  ),
  customer_id: optionalField(customerIdSchema, 'Charges the default_payment_method of this customer.'),
  /** Section 8 allows more characters here than elsewhere. */
  reference_id: optionalField(z.string().max(4000), 'Your own reference, stored and returned unchanged.'),
  user_fields: sentUserFieldsSchema.optional(),
  description: descriptionSchema.optional(),
  order_details: sentObjectSchema.optional(),
  cvv2: optionalField(
    z.string().regex(/^\d{3,4}$/, { error: 'three or four digits' }),
    "The card's security code; replaces the one given with the token. Used once and not stored.",
  ),
  billing_details: billingDetailsSchema.optional(),
})
export type CreatePaymentBody = z.infer<typeof createPaymentBodySchema>
