import { z } from 'zod'
import { orderBookSchema } from './order-book.ts'

/** What the windows know of the catalogue and the draft order. They request the items separately. */
export const sellingSchema = z.object({
  /** Whether there are items to sell besides typed amounts; `loading` from the start until the items are read. */
  catalogue: z.enum(['none', 'loading', 'ready']),
  /** Increases when an item or a rate changes, so that cached items are outdated. */
  revision: z.number().int(),
  /** The draft order; null before the orders are read, and if no item was ever rung up. */
  book: orderBookSchema.omit({ held: true }).nullable(),
  /** Number of held orders. */
  held: z.number().int(),
  /** A part of the catalogue or orders could not be read, and was kept beside the file. */
  unreadable: z.boolean(),
})
export type Selling = z.infer<typeof sellingSchema>
