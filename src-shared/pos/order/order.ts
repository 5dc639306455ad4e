import { z } from 'zod'
import { amountSchema, timestampSchema } from '../../api/schemas/common.ts'
import {
  largestQuantity,
  largestUnitAmount,
  mostLines,
  mostModifiers,
  mostOrderDiscounts,
  wholeRate,
  wholeShare,
} from './limits.ts'

/**
 * What is sold, as the cashier put it together: lines with their discounts and taxes. What it comes to is nowhere
 * written down: `totalsOf` computes it, here, on the receipt and in the intent alike.
 */
const idSchema = z.string().min(1).max(64)
const nameSchema = z.string().trim().min(1).max(100)
export const unitAmountSchema = amountSchema.max(largestUnitAmount)
export const quantitySchema = z.number().int().min(1).max(largestQuantity)

export const taxRateSchema = z.strictObject({
  id: idSchema,
  name: nameSchema.max(40),
  rate: z.number().int().min(0).max(wholeRate),
  /** The price contains it already; otherwise it is added to the price. */
  inclusive: z.boolean(),
})
export type TaxRate = z.infer<typeof taxRateSchema>

/** Together at most 100 %: above that, whole cents of the parts could be more than the price. */
export const taxRatesSchema = z
  .array(taxRateSchema)
  .max(5)
  .refine((rates) => new Set(rates.map(({ id }) => id)).size === rates.length, { error: 'each rate once' })
  .refine((rates) => rates.reduce((sum, { rate }) => sum + rate, 0) <= wholeRate, {
    error: 'rates of at most 100 % together',
  })
  .readonly()

/** What the customer reads beside the amount, such as "Discount" or "Loyal customer". */
const reasonSchema = z.string().trim().min(1).max(60)

export const discountSchema = z.discriminatedUnion('kind', [
  /** So many cents off. */
  z.strictObject({ kind: z.literal('amount'), value: unitAmountSchema.min(1), reason: reasonSchema }),
  /** So many hundredths of a percent off: 1000 is 10 %. */
  z.strictObject({
    kind: z.literal('percent'),
    value: z.number().int().min(1).max(wholeShare),
    reason: reasonSchema,
  }),
])
export type Discount = z.infer<typeof discountSchema>

export const orderDiscountSchema = z.strictObject({ id: idSchema, discount: discountSchema })

/** Years. */
export const minimumAgeSchema = z.number().int().min(1).max(99)

export const modifierSchema = z.strictObject({
  name: nameSchema.max(40),
  /** Per unit, cents; less than 0 for what makes it cheaper. */
  amount: z.number().int().min(-10_000_000).max(10_000_000),
})
export type Modifier = z.infer<typeof modifierSchema>

/** The cashier has seen that the customer is old enough: by which rule, and when. */
export const ageCheckSchema = z.strictObject({
  minimum_age: minimumAgeSchema,
  /** The latest birthday that is old enough, such as 2008-11-22. */
  born_by: z.iso.date(),
  at: timestampSchema,
})
export type AgeCheck = z.infer<typeof ageCheckSchema>

/** What a line puts on a gift card, once the bill is paid. It is no revenue: neither taxed nor discounted. */
export const giftCardLineSchema = z.strictObject({
  /** The card that is loaded; null for a new one. */
  card_id: idSchema.nullable(),
  /** Of the card that is loaded; empty for a new one. */
  last_four: z.string().max(4),
})

export const orderLineSchema = z.strictObject({
  id: idSchema,
  /** Null for an amount that was typed on the keypad. */
  item_id: idSchema.nullable(),
  name: nameSchema,
  /** Of one unit, before modifiers, cents. */
  unit_amount: unitAmountSchema,
  /** What the cashier charges instead of `unit_amount`, cents. */
  price_override: z.strictObject({ unit_amount: unitAmountSchema, reason: z.string().max(60) }).nullable(),
  quantity: quantitySchema,
  modifiers: z.array(modifierSchema).max(mostModifiers).readonly(),
  discount: discountSchema.nullable(),
  note: z.string().max(100),
  tax_rates: taxRatesSchema,
  /** Null where its item asks for none, and in what an earlier version kept. */
  age_check: ageCheckSchema.nullable().default(null),
  /** Absent of everything else that is sold. */
  gift_card: giftCardLineSchema.optional(),
})
export type OrderLine = z.infer<typeof orderLineSchema>

export const orderSchema = z.strictObject({
  id: idSchema,
  lines: z.array(orderLineSchema).max(mostLines).readonly(),
  /** Off the whole order, after the discounts of its lines. */
  discounts: z.array(orderDiscountSchema).max(mostOrderDiscounts).readonly(),
})
export type Order = z.infer<typeof orderSchema>
