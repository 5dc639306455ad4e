import { z } from 'zod'
import { amountSchema } from './common.ts'

/** Section 4.2, surcharge calculation. */
export const calculateSurchargeBodySchema = z.strictObject({
  payment_method_id: z.string().min(1).max(64),
  postal_code: z.string().max(10).optional().meta({
    description:
      "Postal code of the place of sale. Defaults to the postal code of the card's billing address.",
  }),
  amount: amountSchema,
  percent: z.number().min(0).max(3).meta({ description: 'Percentage, from 0 to 3. Decimals are allowed.' }),
})

export const surchargeSchema = z
  .object({
    card_type: z.enum(['Credit', 'Debit', 'Prepaid', 'Unknown']),
    restricted: z
      .enum(['Y', 'N'])
      .meta({ description: "Y if the law of the postal code's state forbids surcharges." }),
    fee_amount: amountSchema.meta({
      description:
        'Surcharge to add to the amount, in cents. 0 if the card is not a credit card or restricted is Y.',
    }),
  })
  .meta({ id: 'Surcharge' })
export type Surcharge = z.infer<typeof surchargeSchema>
