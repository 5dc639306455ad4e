import { z } from 'zod'
import { birthDateSchema, payoutAccountSchema, ssnSchema } from './application.ts'
import { revisionSchema, timestampSchema } from './common.ts'
import { boardingAddressSchema, einSchema } from './company.ts'
import {
  contractorCompanyFields,
  contractorOwnerFields,
  contractorPersonFields,
  contractorStatusSchema,
  mostContractorOwners,
} from './contractor.ts'

/** Section 2.11: an individual's application also has the birth date and the SSN, a company's its own fields. */
const individualSchema = z
  .strictObject({
    ...contractorPersonFields,
    address: boardingAddressSchema.optional(),
    birth_date: birthDateSchema.optional(),
    ssn: ssnSchema.optional(),
  })
  .meta({ id: 'ContractorFormPerson' })
const companyFields = { ...contractorCompanyFields, ein: einSchema.optional() }
const ownerSchema = z
  .strictObject({ id: z.string(), ...contractorOwnerFields })
  .meta({ id: 'ContractorFormOwner' })
export type ContractorFormOwner = z.infer<typeof ownerSchema>
const companySchema = z
  .strictObject({
    ...companyFields,
    company_owners: z.array(ownerSchema).max(mostContractorOwners).optional(),
  })
  .meta({ id: 'ContractorFormCompany' })
const savedCompanySchema = z.strictObject({
  ...companyFields,
  company_owners: z
    .array(z.strictObject({ id: z.string().max(64).optional(), ...contractorOwnerFields }))
    .max(mostContractorOwners)
    .optional(),
})

const contractorTypeSchema = z.enum(['INDIVIDUAL', 'COMPANY'])

/** Only the fields sent change. `company_owners` is the whole list; an owner with a known id keeps the rest. */
export const saveContractorPageBodySchema = z.strictObject({
  revision: revisionSchema.optional(),
  type: contractorTypeSchema.optional(),
  individual: individualSchema.optional(),
  company: savedCompanySchema.optional(),
  bank_account: payoutAccountSchema.optional(),
  terms_accepted: z.boolean().optional(),
})
export type SaveContractorPageBody = z.infer<typeof saveContractorPageBodySchema>

/** What the applicant has entered; tax, birth and bank data are masked for everyone. */
export const contractorFormSchema = z
  .object({
    type: contractorTypeSchema.nullable(),
    individual: individualSchema.nullable(),
    company: companySchema.nullable(),
    bank_account: payoutAccountSchema.nullable(),
    terms_accepted: z.boolean(),
  })
  .meta({ id: 'ContractorFormFields' })
export type ContractorForm = z.infer<typeof contractorFormSchema>

/** The data that a contractor's hosted form shows. */
export const contractorApplicationPageSchema = z
  .object({
    id: z.string(),
    entity: z.literal('contractor_application_page'),
    business_name: z.string(),
    contractor_status: contractorStatusSchema,
    application: contractorFormSchema,
    revision: revisionSchema,
    submitted_at: timestampSchema.nullable(),
    /** Paths of the fields that a submission still needs. */
    missing: z.array(z.string()),
    /** True until the application is submitted or decided. */
    may_change: z.boolean(),
    link_expires_at: timestampSchema,
  })
  .meta({ id: 'ContractorForm' })
export type ContractorApplicationPage = z.infer<typeof contractorApplicationPageSchema>
