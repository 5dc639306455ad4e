import { z } from 'zod'
import { boardingNameSchema } from './business.ts'
import { cursorQuerySchema, pageOf, timestampSchema } from './common.ts'

/** Section 2.11; the fields of the reply are ours. */
export const locationSchema = z
  .object({
    id: z.string(),
    entity: z.literal('location'),
    business_id: z.string(),
    name: z.string(),
    created_at: timestampSchema,
    updated_at: timestampSchema,
  })
  .meta({ id: 'Location' })
export type Location = z.infer<typeof locationSchema>

export const createLocationBodySchema = z.strictObject({
  business_id: z.string().max(64),
  name: boardingNameSchema,
})
export const updateLocationBodySchema = z.strictObject({ name: boardingNameSchema })

/** Section 4.3: locations whose name contains `name`, ignoring case, and those of a business. */
export const listLocationsQuerySchema = cursorQuerySchema.extend({
  name: boardingNameSchema.optional(),
  business_id: z.string().min(1).max(64).optional(),
})
export const locationPageSchema = pageOf(locationSchema)
