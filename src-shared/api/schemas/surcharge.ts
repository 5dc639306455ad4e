import { z } from 'zod'
import { amountSchema } from './common.ts'

/** Section 4.2, surcharge calculation. */
export const calculateSurchargeBodySchema = z.strictObject({
  payment_method_id: z.string().min(1).max(64),
  postal_code: z
    .string()
    .max(10)
    .optional()
    .meta({ description: 'Where the sale is; without it, where the card is billed' }),
  amount: amountSchema,
  percent: z.number().min(0).max(3).meta({ description: 'Decimals are allowed' }),
})

export const surchargeSchema = z
  .object({
    card_type: z.enum(['Credit', 'Debit', 'Prepaid', 'Unknown']),
    restricted: z
      .enum(['Y', 'N'])
      .meta({ description: "Y where the law of the postal code's state forbids surcharges" }),
    fee_amount: amountSchema.meta({
      description:
        'Cents, to be added to the amount; 0 for what is no credit card and where it is restricted',
    }),
  })
  .meta({ id: 'Surcharge' })
export type Surcharge = z.infer<typeof surchargeSchema>
