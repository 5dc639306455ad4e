import { z } from 'zod'

/** A sale that was left while its intent may still be open: it is closed in the background (closing.ts). */
export const unclosedIntentSchema = z.object({ sale_id: z.string(), intent_id: z.string().nullable() })
export type UnclosedIntent = z.infer<typeof unclosedIntentSchema>
