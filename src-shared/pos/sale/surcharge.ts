import { z } from 'zod'
import { isKnownPlace } from '../../postal-regions.ts'
import { mostSurchargePercent } from './surcharge-entry.ts'

/** What the shop adds for credit cards, and where it is: there the law may forbid it. As files of any version have it. */
export const surchargeRuleSchema = z.object({
  /** Per cent, with at most two decimals. */
  percent: z.number().min(0.01).max(mostSurchargePercent).multipleOf(0.01),
  postal_code: z.string().trim().min(3).max(10),
})

/** As it is set now: nothing is charged for a place of which no law is known. */
export const shopSurchargeSchema = surchargeRuleSchema.extend({
  postal_code: surchargeRuleSchema.shape.postal_code.refine(isKnownPlace, {
    error: 'no postal code of the United States or Canada',
  }),
})
export type SurchargeRule = z.infer<typeof surchargeRuleSchema>

/** Why a sale bears none, though the shop adds one. */
export const noSurchargeSchema = z.enum([
  /** Debit, prepaid, or a card of which nobody knows: no credit card. */
  'not_credit',
  /** The law forbids it where the shop is. */
  'restricted',
  /** This terminal cannot read a card, or ask for consent, before it charges. */
  'terminal',
  /** The service could not work it out. */
  'not_known',
  /** The cashier charges none, because the customer did not agree. */
  'waived',
  /** So little is paid that the share comes to nothing. */
  'nothing',
])
export type NoSurcharge = z.infer<typeof noSurchargeSchema>
