import { z } from 'zod'

/** A ShopContact; apart from it, because the counter's page loads that one at its start, and no schemas. */
export const shopContactSchema = z.object({ address1: z.string(), address2: z.string(), phone: z.string() })
