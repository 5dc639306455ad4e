import { z } from 'zod'
import { boardingNameSchema } from './business.ts'
import {
  currencySchema,
  cursorQuerySchema,
  optionalField,
  pageOf,
  removableField,
  timestampSchema,
} from './common.ts'
import { boardingAddressSchema, companySchema } from './company.ts'

/** Section 2.11 shows only `boarded`; the others are ours. Only a boarded account can charge. */
export const accountStatuses = ['boarded', 'suspended', 'closed'] as const
export const accountStatusSchema = z.enum(accountStatuses)
export type AccountStatus = z.infer<typeof accountStatusSchema>

/** Section 2.11; the fields of the reply are ours. Absent values are null; the ein is masked. */
export const accountSchema = z
  .object({
    id: z.string(),
    entity: z.literal('account'),
    name: z.string(),
    status: accountStatusSchema,
    payouts_enabled: z.boolean(),
    business_id: z.string(),
    partner_id: z.string().nullable(),
    merchant_id: z.string(),
    /** Its payment and payout currency; ours (docs/decisions/0071). Services of the specification alone omit it. */
    currency: currencySchema.optional(),
    location_id: z.string().nullable(),
    processing_plan_id: z.string().nullable(),
    /** The application from which the account was made. */
    application_id: z.string().nullable(),
    recruited_by: z.string().nullable(),
    company: companySchema.nullable(),
    address: boardingAddressSchema.nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof accountSchema>

/** Ours, like the list of locations: accounts whose name contains `name`, ignoring case. */
export const listAccountsQuerySchema = cursorQuerySchema.extend({ name: boardingNameSchema.optional() })
export const accountPageSchema = pageOf(accountSchema)

/** Section 4.3. The company fields that are sent replace the current ones; the others stay. */
export const updateAccountBodySchema = z.strictObject({
  name: boardingNameSchema,
  recruited_by: removableField(
    z.string().max(100),
    'Free text in your own words, stored and returned unchanged.',
  ),
  company: companySchema,
  location_id: removableField(boardingNameSchema, "The id of a location of the account's business."),
  address: boardingAddressSchema,
  currency: optionalField(
    currencySchema,
    "The currency of the account's payments and payouts. Can be changed until the account has its first payment intent or fee; after that the request is refused with 409.",
  ),
})
export type UpdateAccountBody = z.infer<typeof updateAccountBodySchema>

export const advanceAccountBodySchema = z.strictObject({ to: accountStatusSchema })
