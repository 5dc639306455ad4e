import { z } from 'zod'
import { timestampSchema } from '../../src-shared/api/schemas/common.ts'

/** A sale that was left while its intent may still be open: it is closed in the background (void-intent.ts). */
export const unclosedIntentSchema = z.object({
  sale_id: z.string(),
  intent_id: z.string().nullable(),
  /** When it was left; absent in records of earlier versions. */
  left_at: timestampSchema.optional(),
})
export type UnclosedIntent = z.infer<typeof unclosedIntentSchema>
