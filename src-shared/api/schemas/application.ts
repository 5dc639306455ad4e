import { z } from 'zod'
import { applicationStatuses } from '../../boarding/application-moves.ts'
import { ownerTitles } from '../../boarding/owner-titles.ts'
import { emailSchema } from '../../email-address.ts'
import { maskedDate } from '../masks.ts'
import { applicationFileSchema } from './application-document.ts'
import { boardingNameSchema } from './business.ts'
import {
  amountSchema,
  cursorQuerySchema,
  optionalField,
  pageOf,
  removableField,
  timestampSchema,
} from './common.ts'
import { applicantCompanySchema, boardingAddressSchema } from './company.ts'

export const applicationStatusSchema = z.enum(applicationStatuses)

const volumeSchema = z
  .strictObject({
    avg_annual_volume: amountSchema.optional(),
    avg_ticket_amount: amountSchema.optional(),
    high_ticket_amount: amountSchema.optional(),
  })
  .meta({ id: 'IndustryVolume' })

const shareSchema = z.number().int().min(0).max(1_000_000).optional()
const deliveriesSchema = z
  .strictObject({
    same_day_delivery: shareSchema,
    one_week_delivery: shareSchema,
    two_week_delivery: shareSchema,
    one_month_delivery: shareSchema,
    more_than_one_month_delivery: shareSchema,
  })
  .meta({ id: 'ServicesDeliveries' })
const modesSchema = z
  .strictObject({ in_person: shareSchema, online: shareSchema })
  .meta({ id: 'TransactionModes' })

export const ssnSchema = z
  .string()
  .regex(/^(\d{9}|\d{3}-\d{2}-\d{4}|\*{5}\d{4})$/, { error: 'nine digits, such as 123456789 or 123-45-6789' })
  .meta({ description: 'Social security number: nine digits (123-45-6789). Returned masked (*****6789).' })
export const birthDateSchema = z
  .union([z.iso.date(), z.literal(maskedDate)])
  .meta({ description: `Date of birth. Returned masked (${maskedDate}).` })

const ownerFields = {
  first_name: z.string().max(100).optional(),
  last_name: z.string().max(100).optional(),
  email: emailSchema.max(255).optional(),
  phone_number: z.string().max(20).optional(),
  title: z.enum(ownerTitles).optional(),
  ownership_percent: z.number().int().min(0).max(100).optional(),
  ssn: ssnSchema.optional(),
  birth_date: birthDateSchema.optional(),
  residence_address: boardingAddressSchema.optional(),
  signer: z.boolean().optional(),
}
const ownerSchema = z.strictObject({ id: z.string(), ...ownerFields }).meta({ id: 'ApplicationOwner' })
export type ApplicationOwner = z.infer<typeof ownerSchema>

/** Ours: the bank account for payouts. */
export const payoutAccountSchema = z
  .strictObject({
    routing_number: z
      .string()
      .regex(/^\d{9}$/, { error: 'nine digits' })
      .optional(),
    account_number: z
      .string()
      .regex(/^(\d{4,17}|\*{5}\d{2,4})$/, { error: '4 to 17 digits' })
      .optional()
      .meta({ description: '4 to 17 digits. Returned masked (*****6789).' }),
    account_type: z.enum(['checking', 'savings']).optional(),
    account_holder: z.string().max(100).optional(),
  })
  .meta({ id: 'PayoutBankAccount' })

const salesIdText = 'An id of your own sales organization, stored and returned unchanged.'
const salesIdSchema = optionalField(z.string().max(50), salesIdText)
const planText =
  "The id of the account's processing plan. Required before you create the link or submit the application."

const mostOwners = 20

/** Section 2.11. All fields are optional in a draft; the guide's alternative spellings are accepted, too. */
const writableFields = {
  name: boardingNameSchema.optional(),
  sales_code_id: salesIdSchema,
  company: applicantCompanySchema.optional(),
  address: boardingAddressSchema.optional(),
  business_address: boardingAddressSchema.optional().meta({ description: 'Alternative name of address.' }),
  industry_volume: volumeSchema.optional(),
  services_deliveries: deliveriesSchema.optional(),
  transaction_modes: modesSchema.optional(),
  processing_plan_id: optionalField(z.string().max(64), planText),
  terms_accepted: optionalField(
    z.boolean(),
    'Whether the applicant accepts the terms. Must be true before the application can be submitted.',
  ),
  term_accepted: z.boolean().optional().meta({ description: 'Alternative name of terms_accepted.' }),
  bank_account: payoutAccountSchema.optional(),
}

export const createApplicationBodySchema = z.strictObject({
  business_id: z.string().max(64),
  ...writableFields,
  sales_agent_id: salesIdSchema,
  sales_group_id: salesIdSchema,
  owners: optionalField(
    z.array(z.strictObject(ownerFields)).max(mostOwners),
    'The owners of the company. One of them is the signer.',
  ),
})
export type CreateApplicationBody = z.infer<typeof createApplicationBodySchema>

/** The owners sent replace the whole list; an owner with a known id keeps the fields that are not sent. */
export const updateApplicationBodySchema = z.strictObject({
  business_id: optionalField(
    z.string().max(64),
    'The business of the application. It cannot be changed: only the current value is accepted.',
  ),
  ...writableFields,
  sales_code_id: removableField(z.string().max(50), salesIdText),
  processing_plan_id: optionalField(
    z.string().max(64).nullable(),
    `${planText} null removes it from a draft that has no link.`,
  ),
  industry_volume: removableField(volumeSchema, 'Fields that are not sent stay.'),
  services_deliveries: removableField(deliveriesSchema, 'Fields that are not sent stay.'),
  transaction_modes: removableField(modesSchema, 'Fields that are not sent stay.'),
  owners: z
    .array(z.strictObject({ id: z.string().max(64).optional(), ...ownerFields }))
    .max(mostOwners)
    .optional()
    .meta({
      description:
        'The complete list of owners. An owner that is left out is removed; an owner sent with its id keeps the fields that are not sent.',
    }),
})
export type UpdateApplicationBody = z.infer<typeof updateApplicationBodySchema>

/** Section 2.11. */
const documentsRequestedSchema = z
  .object({
    document_types: z.array(z.string()),
    required: z.boolean(),
    received: z.boolean(),
    received_date: timestampSchema.nullable(),
    comments: z.string().nullable(),
  })
  .meta({ id: 'DocumentsRequested' })

/** Section 2.11. Absent values are null; tax, birth and bank data are masked for everyone. */
export const applicationSchema = z
  .object({
    id: z.string(),
    entity: z.literal('application'),
    status: applicationStatusSchema,
    /** The underwriter's reason for a decline, rejection or cancellation, or the information that is needed. */
    status_reason: z.string().nullable(),
    business_id: z.string(),
    partner_id: z.string().nullable(),
    /** Null until it is approved. */
    account_id: z.string().nullable(),
    name: z.string().nullable(),
    sales_code_id: z.string().nullable(),
    sales_agent_id: z.string().nullable(),
    sales_group_id: z.string().nullable(),
    company: applicantCompanySchema.nullable(),
    address: boardingAddressSchema.nullable(),
    industry_volume: volumeSchema.nullable(),
    services_deliveries: deliveriesSchema.nullable(),
    transaction_modes: modesSchema.nullable(),
    owners: z.array(ownerSchema),
    bank_account: payoutAccountSchema.nullable(),
    processing_plan_id: z.string().nullable(),
    terms_accepted: z.boolean(),
    /** The uploaded documents, without their contents; fetch each content separately. */
    documents: z.array(applicationFileSchema),
    /** Null if the underwriter has requested none. */
    documents_requested: documentsRequestedSchema.nullable(),
    submitted_at: timestampSchema.nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Application' })
export type Application = z.infer<typeof applicationSchema>

export const listApplicationsQuerySchema = cursorQuerySchema.extend({
  status: applicationStatusSchema.optional(),
  business_id: z.string().min(1).max(64).optional(),
  name: boardingNameSchema
    .optional()
    .meta({ description: "Part of the application's name or of its company's names, ignoring case." }),
})
export const applicationListSchema = pageOf(applicationSchema)

/** A step of the underwriter. Without `to`, the sandbox's underwriter decides by the company's name. */
export const advanceApplicationBodySchema = z.strictObject({
  to: applicationStatusSchema.optional(),
  reason: z.string().max(1000).optional(),
  documents_requested: z
    .strictObject({
      document_types: z.array(z.string().min(1).max(50)).min(1).max(10),
      required: z.boolean().optional(),
      comments: z.string().max(1000).optional(),
    })
    .optional(),
})
export type AdvanceApplicationBody = z.infer<typeof advanceApplicationBodySchema>
