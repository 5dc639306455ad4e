import { z } from 'zod'
import { emailSchema } from '../../email-address.ts'
import {
  amountSchema,
  cursorQuerySchema,
  descriptionSchema,
  optionalField,
  pageOf,
  settlementStatusSchema,
  timestampSchema,
} from './common.ts'
import { boardingAddressSchema } from './company.ts'

/** Section 3.5. Contractors are APPROVED or INACTIVE; applications UNDER_REVIEW, REJECTED or as their contractor. */
export const contractorStatusSchema = z.enum(['UNDER_REVIEW', 'APPROVED', 'REJECTED', 'INACTIVE'])

const nameSchema = z.string().trim().min(1).max(100)
const contact = {
  email: emailSchema.max(255).optional(),
  phone_number: z.string().max(30).optional(),
}
export const contractorPersonFields = {
  first_name: nameSchema.optional(),
  last_name: nameSchema.optional(),
  ...contact,
}
export const contractorOwnerFields = {
  ...contractorPersonFields,
  residence_address: boardingAddressSchema.optional(),
  ownership_percent: z.number().int().min(0).max(100).optional(),
  title: z.string().max(50).optional(),
}
export const mostContractorOwners = 20
export const contractorCompanyFields = {
  name: nameSchema.optional(),
  legal_name: nameSchema.optional(),
  email: contact.email,
  ownership_type: z.string().max(50).optional(),
  company_owners: z
    .array(z.strictObject(contractorOwnerFields).meta({ id: 'ContractorOwner' }))
    .max(mostContractorOwners)
    .optional(),
  business_address: boardingAddressSchema.optional(),
}

/**
 * Section 2.11: the data that starts an application of an individual or a company. Only the applicant gives tax and
 * bank data.
 */
const individualSchema = z
  .strictObject({
    individual: z
      .strictObject({ ...contractorPersonFields, address: boardingAddressSchema.optional() })
      .meta({ id: 'ContractorPerson' }),
  })
  .meta({ id: 'IndividualContractorData' })
const companySchema = z
  .strictObject({
    company: z.strictObject(contractorCompanyFields).meta({ id: 'ContractorCompany' }),
  })
  .meta({ id: 'CompanyContractorData' })
const contractorApplicationDataSchema = z.union([individualSchema, companySchema])
export type ContractorApplicationData = z.infer<typeof contractorApplicationDataSchema>

export const linkContractorBodySchema = z.strictObject({
  parent_id: z
    .string()
    .min(1)
    .max(64)
    .meta({ description: 'The id of the business that will pay the contractor.' }),
  parent_type: z
    .enum(['PARTNER', 'BUSINESS'])
    .meta({ description: 'The type of the parent. Only BUSINESS is supported.' }),
  application_data: optionalField(
    contractorApplicationDataSchema,
    'Initial data of the form, for an individual or a company. Tax and bank data can only be given by the applicant.',
  ),
})
export type LinkContractorBody = z.infer<typeof linkContractorBodySchema>

export const contractorLinkSchema = z.object({
  contractor_application_id: z.string(),
  link: z.string().meta({ description: 'The address of the form, for the applicant. Valid for 7 days.' }),
  contractor_status: contractorStatusSchema,
})
export const contractorApplicationSchema = contractorLinkSchema
  .omit({ link: true })
  .meta({ id: 'ContractorApplication' })
export type ContractorApplication = z.infer<typeof contractorApplicationSchema>

/** An application in the underwriter's list, without confidential data. */
export const applyingContractorSchema = z
  .object({
    id: z.string(),
    business_id: z.string(),
    contractor_status: contractorStatusSchema,
    type: z.enum(['INDIVIDUAL', 'COMPANY']).nullable(),
    name: z.string().nullable(),
    submitted_at: timestampSchema.nullable(),
    created_at: timestampSchema,
  })
  .meta({ id: 'ApplyingContractor' })
export type ApplyingContractor = z.infer<typeof applyingContractorSchema>
export const applyingContractorPageSchema = pageOf(applyingContractorSchema)
export const listApplyingContractorsQuerySchema = cursorQuerySchema.extend({
  status: z.enum(['UNDER_REVIEW', 'APPROVED', 'REJECTED']).optional(),
})

/** Receives shares of a business's payments. */
export const contractorSchema = z
  .object({
    id: z.string(),
    entity: z.literal('contractor'),
    business_id: z.string(),
    type: z.enum(['INDIVIDUAL', 'COMPANY']).nullable(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    contractor_status: contractorStatusSchema,
    status: z
      .enum(['ACTIVE', 'INACTIVE'])
      .meta({ description: 'ACTIVE corresponds to contractor_status APPROVED.' }),
    contractor_application_id: z.string(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Contractor' })
export type Contractor = z.infer<typeof contractorSchema>

export const listContractorsQuerySchema = cursorQuerySchema.extend({
  status: z.enum(['ACTIVE', 'INACTIVE']).optional(),
  email: emailSchema.max(255).optional(),
})
export const contractorPageSchema = pageOf(contractorSchema)

export const setContractorStatusBodySchema = z.strictObject({
  status: z
    .enum(['ACTIVE', 'INACTIVE'])
    .optional()
    .meta({ description: 'The new status. Without it, the status is toggled.' }),
})

export const advanceContractorApplicationBodySchema = z.strictObject({ to: z.enum(['APPROVED', 'REJECTED']) })

/** A line of a contractor's payout ledger: a settlement writes it when it pays a share or takes one back. */
export const transactionSchema = z
  .object({
    id: z.string(),
    entity: z.literal('transaction'),
    contractor_id: z.string(),
    type: z.enum(['split', 'refund', 'correction']).meta({
      description:
        'The type of transaction. correction: follows when a settled payment is rejected or a settled refund is returned.',
    }),
    amount: z.number().int().meta({ description: 'Amount in cents; negative when a share is taken back.' }),
    currency: z.string(),
    description: descriptionSchema.nullable(),
    account_id: z.string(),
    payment_intent_id: z.string(),
    payment_id: z.string(),
    refund_id: z.string().nullable(),
    settlement_id: z.string().nullable(),
    settlement_status: settlementStatusSchema,
    settled_at: timestampSchema.nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Transaction' })
export type Transaction = z.infer<typeof transactionSchema>

export const listTransactionsQuerySchema = cursorQuerySchema.extend({
  settlement_id: z.string().max(64).optional(),
})
const ledgerSumSchema = z.object({
  currency: z.string(),
  amount_split: amountSchema,
  amount_taken_back: amountSchema,
  amount_net: z.number().int(),
})
export type LedgerSum = z.infer<typeof ledgerSumSchema>

export const transactionPageSchema = pageOf(transactionSchema).extend({
  sums: z
    .array(ledgerSumSchema)
    .meta({ description: 'Sums of all transactions that match the query, not only of this page.' }),
})
