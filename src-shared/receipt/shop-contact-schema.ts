import { z } from 'zod'

/** Schema of ShopContact, in a file of its own: the counter's page loads ShopContact at start, without schemas. */
export const shopContactSchema = z.object({ address1: z.string(), address2: z.string(), phone: z.string() })
