import { z } from 'zod'
import { isKnownPlace } from '../../postal-regions.ts'
import { mostSurchargePercent } from './surcharge-entry.ts'

/** The surcharge on credit cards, and the shop's location, whose law may forbid it. Valid for all versions' files. */
export const surchargeRuleSchema = z.object({
  /** In percent, with at most two decimals. */
  percent: z.number().min(0.01).max(mostSurchargePercent).multipleOf(0.01),
  postal_code: z.string().trim().min(3).max(10),
})

/** As a new setting: only for places whose law is known. */
export const shopSurchargeSchema = surchargeRuleSchema.extend({
  postal_code: surchargeRuleSchema.shape.postal_code.refine(isKnownPlace, {
    error: 'no postal code of the United States or Canada',
  }),
})
export type SurchargeRule = z.infer<typeof surchargeRuleSchema>

/** Why a sale has no surcharge although the shop has one. */
export const noSurchargeSchema = z.enum([
  /** The card is debit, prepaid or unknown, not credit. */
  'not_credit',
  /** The law at the shop's location forbids it. */
  'restricted',
  /** This terminal cannot read a card, or ask for consent, before the charge. */
  'terminal',
  /** The service could not calculate it. */
  'not_known',
  /** The cashier waived it, because the customer did not agree. */
  'waived',
  /** The surcharge on so small an amount rounds to 0. */
  'nothing',
])
export type NoSurcharge = z.infer<typeof noSurchargeSchema>
