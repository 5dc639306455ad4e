import { z } from 'zod'
import { expiryMonthSchema, expiryYearSchema } from './payment-method.ts'

const expiry = { exp_month: expiryMonthSchema, exp_year: expiryYearSchema }

/** What a card network's account updater answers about a card that is kept. */
const accountUpdateSchema = z
  .discriminatedUnion('outcome', [
    /** The same number, a new date. */
    z.strictObject({ outcome: z.literal('new_expiry'), ...expiry }),
    /** Another card in its place. */
    z.strictObject({
      outcome: z.literal('new_number'),
      number: z.string().regex(/^\d{12,19}$/),
      ...expiry,
    }),
    /** The bank discloses nothing: the cardholder must be asked. */
    z.strictObject({ outcome: z.literal('contact_cardholder') }),
    z.strictObject({ outcome: z.literal('closed_account') }),
  ])
  .meta({ id: 'AccountUpdate' })
export type AccountUpdate = z.infer<typeof accountUpdateSchema>

export const accountUpdateBodySchema = z.strictObject({ update: accountUpdateSchema })
