import { z } from 'zod'
import { mostModifiers } from '../order/limits.ts'
import { modifierSchema } from '../order/order.ts'

/** A choice for the customer, such as "Size: choose 1". */
export const optionGroupSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(40),
    /** Minimum number of options; 0: none is required. */
    min: z.number().int().min(0).max(mostModifiers),
    max: z.number().int().min(1).max(mostModifiers),
    options: z.array(modifierSchema).min(1).max(20).readonly(),
  })
  .readonly()
export type OptionGroup = z.infer<typeof optionGroupSchema>
