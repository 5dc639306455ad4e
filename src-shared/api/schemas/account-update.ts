import { z } from 'zod'
import { expiryMonthSchema, expiryYearSchema } from './payment-method.ts'

const expiry = { exp_month: expiryMonthSchema, exp_year: expiryYearSchema }

/** The answer of a card network's account updater about a stored card. */
const accountUpdateSchema = z
  .discriminatedUnion('outcome', [
    /** The same number with a new expiry date. */
    z.strictObject({ outcome: z.literal('new_expiry'), ...expiry }),
    /** A replacement card. */
    z.strictObject({
      outcome: z.literal('new_number'),
      number: z.string().regex(/^\d{12,19}$/),
      ...expiry,
    }),
    /** The bank discloses nothing: ask the cardholder. */
    z.strictObject({ outcome: z.literal('contact_cardholder') }),
    z.strictObject({ outcome: z.literal('closed_account') }),
  ])
  .meta({ id: 'AccountUpdate' })
export type AccountUpdate = z.infer<typeof accountUpdateSchema>

export const accountUpdateBodySchema = z.strictObject({ update: accountUpdateSchema })
