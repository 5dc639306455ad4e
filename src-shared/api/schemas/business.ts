import { z } from 'zod'
import { emailSchema } from '../../email-address.ts'
import { timestampSchema } from './common.ts'

/** Sections 2.11 and 8. */
const contactNameSchema = z.string().min(2).max(50)
export const boardingNameSchema = z.string().max(100)

/** Section 2.11. */
export const createBusinessBodySchema = z.strictObject({
  name: boardingNameSchema,
  contact_email: emailSchema.max(255).optional(),
  contact_phone_number: z.string().max(20).optional(),
  contact_phone_extension: z.string().max(10).optional(),
  contact_first_name: contactNameSchema.optional(),
  contact_last_name: contactNameSchema.optional(),
})
export type CreateBusinessBody = z.infer<typeof createBusinessBodySchema>

/** Section 2.11; the fields of the reply are ours. Absent values are null. */
export const businessSchema = z
  .object({
    id: z.string(),
    entity: z.literal('business'),
    name: z.string(),
    /** The partner that made the business; null if the tenant did. */
    partner_id: z.string().nullable(),
    contact_email: z.string().nullable(),
    contact_phone_number: z.string().nullable(),
    contact_phone_extension: z.string().nullable(),
    contact_first_name: z.string().nullable(),
    contact_last_name: z.string().nullable(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Business' })
export type Business = z.infer<typeof businessSchema>
