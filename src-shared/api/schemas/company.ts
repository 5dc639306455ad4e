import { z } from 'zod'
import { mccCodeSchema } from './mcc.ts'

/** Section 2.11. */
const ownershipTypes = [
  'LIMITED_LIABILITY_COMPANY',
  'PRIVATE',
  'TAX_EXEMPT_ORGANIZATION',
  'SOLO_TRADER',
  'PARTNERSHIP',
  'GOVERNMENT',
  'PUBLIC',
] as const
const ownershipTypeSchema = z.enum(ownershipTypes)
export type OwnershipType = z.infer<typeof ownershipTypeSchema>

/** Nine digits, with or without a hyphen, or the masked form of a reply. */
export const einSchema = z
  .string()
  .regex(/^(\d{9}|\d{2}-\d{7}|\*{5}\d{4})$/, { error: 'nine digits, such as 123456789 or 12-3456789' })
  .meta({
    description: 'Employer identification number: nine digits (12-3456789). Returned masked (*****6789).',
  })

const isTimezone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** Sections 2.11 and 4.3. The sections do not list the categories, so any word in capitals is accepted (RETAIL). */
const companyFields = {
  ownership_type: ownershipTypeSchema.optional(),
  category: z
    .string()
    .max(50)
    .regex(/^[A-Z][A-Z_ ]*$/, { error: 'a word in capital letters such as RETAIL' })
    .optional(),
  ein: einSchema.optional(),
  legal_name: z.string().max(100).optional(),
  dba_name: z.string().max(100).optional(),
  description: z.string().max(1000).optional(),
  business_start_date: z.iso.date().optional(),
  website: z.string().max(500).optional(),
  timezone: z
    .string()
    .max(64)
    .refine(isTimezone, { error: 'the name of a time zone, such as America/Chicago' })
    .optional(),
  phone_number: z.string().max(20).optional(),
  mcc: mccCodeSchema.optional(),
}

/** The company of an account. */
export const companySchema = z.strictObject(companyFields).meta({ id: 'Company' })
export type Company = z.infer<typeof companySchema>

/** The company of an application. */
export const applicantCompanySchema = z
  .strictObject({ ...companyFields, stock_symbol: z.string().max(20).optional() })
  .meta({ id: 'ApplicantCompany' })
export type ApplicantCompany = z.infer<typeof applicantCompanySchema>

/** Section 2.11: an address in boarding, whose field names differ from other addresses. */
export const boardingAddressSchema = z
  .strictObject({
    country: z.string().max(2).optional(),
    state: z.string().max(100).optional(),
    city: z.string().max(100).optional(),
    zip_code: z.string().max(10).optional(),
    address_line1: z.string().max(200).optional(),
    address_line2: z.string().max(200).optional(),
  })
  .meta({ id: 'BoardingAddress' })
export type BoardingAddress = z.infer<typeof boardingAddressSchema>
