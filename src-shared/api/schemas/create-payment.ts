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
  payment_method_id: optionalField(z.string().max(64), 'Either this or customer_id'),
  customer_id: optionalField(customerIdSchema, 'Pays with the default_payment_method of this customer'),
  /** Section 8 allows more characters here than elsewhere. */
  reference_id: optionalField(z.string().max(4000), 'Your own reference; the service only keeps it'),
  user_fields: sentUserFieldsSchema.optional(),
  description: descriptionSchema.optional(),
  order_details: sentObjectSchema.optional(),
  cvv2: optionalField(
    z.string().regex(/^\d{3,4}$/, { error: 'three or four digits' }),
    'The security code, in place of the one that came with the token; used once and not kept',
  ),
  billing_details: billingDetailsSchema.optional(),
})
export type CreatePaymentBody = z.infer<typeof createPaymentBodySchema>
