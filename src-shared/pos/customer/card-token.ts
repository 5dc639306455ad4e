import { z } from 'zod'

/**
 * A card that pays without being presented again: one that was read for this attempt, or one that is saved with a
 * customer. A name of the service's; never more of the card than brand and last four.
 */
export const cardTokenSchema = z.object({
  payment_method_id: z.string().min(1).max(64),
  brand: z.string(),
  last_four: z.string(),
  /** Saved with a customer, who agrees to each charge; else it was read for this attempt. */
  saved: z.boolean(),
})
export type CardToken = z.infer<typeof cardTokenSchema>
