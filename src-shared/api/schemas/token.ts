import { z } from 'zod'
import { paymentMethodTypeSchema } from './common.ts'
import {
  bankAccountTypeSchema,
  billingDetailsSchema,
  expiryMonthSchema,
  expiryYearSchema,
} from './payment-method.ts'

/** What the payer typed. The service checks the check digit, the expiry date and the length of the cvv. */
export const tokenCardSchema = z.strictObject({
  number: z.string().regex(/^\d{12,19}$/, { error: 'the 12 to 19 digits of a card, without spaces' }),
  exp_month: expiryMonthSchema,
  exp_year: expiryYearSchema,
  cvv: z
    .string()
    .regex(/^\d{3,4}$/, { error: 'three or four digits' })
    .optional(),
})

/** A US account has a routing number, a Canadian one a transit and an institution number. */
export const tokenBankSchema = z.strictObject({
  account_number: z.string().regex(/^\d{4,17}$/, { error: '4 to 17 digits' }),
  routing_number: z
    .string()
    .regex(/^\d{9}$/, { error: 'nine digits' })
    .optional(),
  transit_number: z
    .string()
    .regex(/^\d{5}$/, { error: 'five digits' })
    .optional(),
  institution_number: z
    .string()
    .regex(/^\d{3}$/, { error: 'three digits' })
    .optional(),
  account_type: bankAccountTypeSchema,
  account_holder: z.string().min(1).max(100),
})

export const tokenOptionsBodySchema = z.strictObject({ client_secret: z.string().min(1).max(200) })

/** What a form may collect for the intent that the secret belongs to. */
export const tokenOptionsSchema = z
  .object({
    entity: z.literal('token_options'),
    /** Whether the method is charged now or kept for later: this is what the payer of a bank account agrees to. */
    mode: z.enum(['pay', 'save']),
    merchant_name: z.string(),
    payment_method_types: z.array(paymentMethodTypeSchema),
  })
  .meta({ id: 'TokenOptions' })
export type TokenOptions = z.infer<typeof tokenOptionsSchema>

/** Sent by the browser SDK (section 4.1 leaves it open; docs/decisions/0043). The secret proves the payer's page. */
export const createTokenBodySchema = z.strictObject({
  client_secret: z.string().min(1).max(200),
  payment_method_type: paymentMethodTypeSchema,
  card: tokenCardSchema.optional(),
  bank: tokenBankSchema.optional(),
  billing_details: billingDetailsSchema.optional(),
})
export type CreateTokenBody = z.infer<typeof createTokenBodySchema>
