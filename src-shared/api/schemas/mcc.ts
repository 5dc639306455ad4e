import { z } from 'zod'
import { cursorQuerySchema, pageOf } from './common.ts'

export const mccCodeSchema = z
  .string()
  .regex(/^\d{4}$/, { error: 'four digits' })
  .meta({ description: 'Merchant category code: four digits.' })

/** The fields of the reply are ours. */
export const mccSchema = z
  .object({ id: mccCodeSchema, entity: z.literal('mcc'), mcc: mccCodeSchema, description: z.string() })
  .meta({ id: 'Mcc' })
export type Mcc = z.infer<typeof mccSchema>

/** Section 4.3 leaves the filters open: the code, or words in the description, ignoring case. */
export const listMccsQuerySchema = cursorQuerySchema.extend({
  mcc: mccCodeSchema.optional(),
  description: z.string().max(100).optional(),
})
export const mccPageSchema = pageOf(mccSchema)
