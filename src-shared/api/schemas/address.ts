import { z } from 'zod'

/** A customer's address (section 2.9 leaves its fields open), and the address in billing_details (section 2.11). */
export const addressSchema = z
  .strictObject({
    address_line1: z.string().max(200).optional(),
    address_line2: z.string().max(200).optional(),
    city: z.string().max(100).optional(),
    state: z.string().max(100).optional(),
    postal_code: z.string().max(10).optional(),
    country: z.string().max(2).optional(),
  })
  .meta({ id: 'Address' })
