import { z } from 'zod'

/**
 * A card that can be charged without being presented again: read for this attempt, or saved with a customer. It holds
 * the service's name for the card, and no card data except brand and last four.
 */
export const cardTokenSchema = z.object({
  payment_method_id: z.string().min(1).max(64),
  brand: z.string(),
  last_four: z.string(),
  /** True: saved with a customer, who agrees to each charge. False: read for this attempt. */
  saved: z.boolean(),
})
export type CardToken = z.infer<typeof cardTokenSchema>
