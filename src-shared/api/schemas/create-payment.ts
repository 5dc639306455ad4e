import { z } from 'zod'
import { customerIdSchema, descriptionSchema, sentObjectSchema, sentUserFieldsSchema } from './common.ts'
import { billingDetailsSchema } from './payment-method.ts'

/** Section 4.1: exactly one of payment_method_id and customer_id. */
export const createPaymentBodySchema = z.strictObject({
  payment_method_id: z.string().max(64).optional(),
  /** Pays with the customer's default_payment_method. */
  customer_id: customerIdSchema.optional(),
  /** Section 8: longer than everywhere else. */
  reference_id: z.string().max(4000).optional(),
  user_fields: sentUserFieldsSchema.optional(),
  description: descriptionSchema.optional(),
  order_details: sentObjectSchema.optional(),
  cvv2: z
    .string()
    .regex(/^\d{3,4}$/, { error: 'three or four digits' })
    .optional(),
  billing_details: billingDetailsSchema.optional(),
})
export type CreatePaymentBody = z.infer<typeof createPaymentBodySchema>
