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

/** Section 2.11: an individual's application has also the birth date and the tax identifier, a company's its own. */
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

/** The fields that are sent replace what there is; `company_owners` are all there are, and one with its id keeps the rest. */
export const saveContractorPageBodySchema = z.strictObject({
  revision: revisionSchema.optional(),
  type: contractorTypeSchema.optional(),
  individual: individualSchema.optional(),
  company: savedCompanySchema.optional(),
  bank_account: payoutAccountSchema.optional(),
  terms_accepted: z.boolean().optional(),
})
export type SaveContractorPageBody = z.infer<typeof saveContractorPageBodySchema>

/** What the applicant has given; tax, birth and bank data are masked for everyone. */
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

/** What the hosted form of a contractor shows. */
export const contractorApplicationPageSchema = z
  .object({
    id: z.string(),
    entity: z.literal('contractor_application_page'),
    business_name: z.string(),
    contractor_status: contractorStatusSchema,
    application: contractorFormSchema,
    revision: revisionSchema,
    submitted_at: timestampSchema.nullable(),
    /** Paths of the fields that a submission needs and that are not there yet. */
    missing: z.array(z.string()),
    /** Until it is submitted or decided. */
    may_change: z.boolean(),
    link_expires_at: timestampSchema,
  })
  .meta({ id: 'ContractorForm' })
export type ContractorApplicationPage = z.infer<typeof contractorApplicationPageSchema>
