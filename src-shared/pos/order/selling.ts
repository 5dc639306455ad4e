import { z } from 'zod'
import { orderBookSchema } from './order-book.ts'

/** What the windows know of the catalogue and of what is rung up. The items themselves are asked for. */
export const sellingSchema = z.object({
  /** Whether there is anything to sell but typed amounts; `loading` from the start until the items are read. */
  catalogue: z.enum(['none', 'loading', 'ready']),
  /** Raised when an item or a rate changes: what was asked for before is old. */
  revision: z.number().int(),
  /** What is rung up; null before the orders are read, and where nobody ever rang up an item. */
  book: orderBookSchema.omit({ held: true }).nullable(),
  /** How many orders were put aside. */
  held: z.number().int(),
  /** Something of the catalogue or of the orders could not be read, and was kept beside the file. */
  unreadable: z.boolean(),
})
export type Selling = z.infer<typeof sellingSchema>
