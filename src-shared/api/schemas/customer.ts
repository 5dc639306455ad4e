import { z } from 'zod'
import { emailSchema } from '../../email-address.ts'
import { addressSchema } from './address.ts'
import {
  cursorQuerySchema,
  descriptionSchema,
  languageSchema,
  openObjectSchema,
  optionalField,
  pageOf,
  sentUserFieldsSchema,
  timestampSchema,
} from './common.ts'

/** Section 2.9 shows only `none`; the others are ours. */
export const taxExemptSchema = z.enum(['none', 'exempt', 'reverse'])

/** Section 2.9. Absent values are null. */
export const customerSchema = z
  .object({
    id: z.string(),
    entity: z.literal('customer'),
    business_id: z.string(),
    primary_account_id: z.string().nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    description: z.string().nullable(),
    address: addressSchema.nullable(),
    shipping_address: addressSchema.nullable(),
    default_payment_method: z.string().nullable(),
    tax_exempt: taxExemptSchema,
    cau_enrolled: z.boolean(),
    /** Ours: the language of messages to the customer. Absent on customers made before this field existed. */
    locale: languageSchema.nullable().optional(),
    user_fields: openObjectSchema,
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Customer' })
export type Customer = z.infer<typeof customerSchema>

/** Section 2.9: the link between a customer and a merchant account. */
export const customerAccountSchema = z
  .object({
    id: z.string(),
    entity: z.literal('customer_account'),
    customer_id: z.string(),
    account_id: z.string(),
    business_id: z.string(),
    partner_id: z.string().nullable(),
    /** The id of the API key that attached the account. */
    attached_by: z.string(),
    detached_by: z.string().nullable(),
    detached_at: timestampSchema.nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'CustomerAccount' })
export type CustomerAccount = z.infer<typeof customerAccountSchema>

const textFields = {
  name: z.string().max(200),
  email: emailSchema.max(255),
  phone: z.string().max(20),
  description: descriptionSchema,
  address: addressSchema,
  shipping_address: addressSchema,
}

const settings = {
  tax_exempt: optionalField(taxExemptSchema, 'Defaults to none.'),
  cau_enrolled: optionalField(
    z.boolean(),
    "Whether the card networks may update this customer's cards (card account updater). Defaults to false.",
  ),
  user_fields: sentUserFieldsSchema.optional(),
}

const localeText = 'The language of messages to the customer. Defaults to the language of the service.'

/** Ours: the specification does not show it. */
export const createCustomerBodySchema = z.strictObject({
  ...z.object(textFields).partial().shape,
  ...settings,
  locale: optionalField(languageSchema, localeText),
})
export type CreateCustomerBody = z.infer<typeof createCustomerBodySchema>

const byNull = 'null removes the value.'
/** Fields that are not sent stay, null removes a value, and objects are replaced as a whole. */
export const updateCustomerBodySchema = z.strictObject({
  name: optionalField(textFields.name.nullable(), byNull),
  email: optionalField(textFields.email.nullable(), byNull),
  phone: optionalField(textFields.phone.nullable(), byNull),
  description: optionalField(textFields.description.nullable(), byNull),
  address: optionalField(textFields.address.nullable(), 'Replaces the whole address. null removes it.'),
  shipping_address: optionalField(
    textFields.shipping_address.nullable(),
    'Replaces the whole address. null removes it.',
  ),
  ...settings,
  locale: optionalField(languageSchema.nullable(), localeText),
  default_payment_method: optionalField(
    z.string().max(64).nullable(),
    'The id of a payment method attached to this customer, which payments.create charges for customer_id. null removes it.',
  ),
})
export type UpdateCustomerBody = z.infer<typeof updateCustomerBodySchema>

/** Section 4.2: attach account, and change primary account. */
export const customerAccountBodySchema = z.strictObject({ account_id: z.string().max(64) })

export const customerAccountParamsSchema = z.strictObject({
  id: z.string().min(1).max(64),
  accountId: z.string().min(1).max(64),
})

/** Ours: `search`. */
export const listCustomersQuerySchema = cursorQuerySchema.extend({
  search: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .meta({ description: 'Part of the name or e-mail address, or digits of the telephone number.' }),
})
export type ListCustomersQuery = z.infer<typeof listCustomersQuerySchema>
export const customerPageSchema = pageOf(customerSchema)
