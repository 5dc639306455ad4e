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
 * An order: the lines that the cashier rang up, with their discounts and taxes. Its totals are not stored: `totalsOf`
 * computes them, here, on the receipt and in the intent.
 */
const idSchema = z.string().min(1).max(64)
const nameSchema = z.string().trim().min(1).max(100)
export const unitAmountSchema = amountSchema.max(largestUnitAmount)
export const quantitySchema = z.number().int().min(1).max(largestQuantity)

export const taxRateSchema = z.strictObject({
  id: idSchema,
  name: nameSchema.max(40),
  rate: z.number().int().min(0).max(wholeRate),
  /** The price includes the tax; otherwise the tax is added to the price. */
  inclusive: z.boolean(),
})
export type TaxRate = z.infer<typeof taxRateSchema>

/** At most 100 % in total: above that, the parts, rounded to cents, could exceed the price. */
export const taxRatesSchema = z
  .array(taxRateSchema)
  .max(5)
  .refine((rates) => new Set(rates.map(({ id }) => id)).size === rates.length, { error: 'each rate once' })
  .refine((rates) => rates.reduce((sum, { rate }) => sum + rate, 0) <= wholeRate, {
    error: 'rates of at most 100 % together',
  })
  .readonly()

/** The customer reads it beside the amount, such as "Discount" or "Loyal customer". */
const reasonSchema = z.string().trim().min(1).max(60)

export const discountSchema = z.discriminatedUnion('kind', [
  /** Cents off. */
  z.strictObject({ kind: z.literal('amount'), value: unitAmountSchema.min(1), reason: reasonSchema }),
  /** Hundredths of a percent off: 1000 is 10 %. */
  z.strictObject({
    kind: z.literal('percent'),
    value: z.number().int().min(1).max(wholeShare),
    reason: reasonSchema,
  }),
])
export type Discount = z.infer<typeof discountSchema>

export const orderDiscountSchema = z.strictObject({ id: idSchema, discount: discountSchema })

/** In years. */
export const minimumAgeSchema = z.number().int().min(1).max(99)

export const modifierSchema = z.strictObject({
  name: nameSchema.max(40),
  /** Per unit, in cents; negative if it lowers the price. */
  amount: z.number().int().min(-10_000_000).max(10_000_000),
})
export type Modifier = z.infer<typeof modifierSchema>

/** The cashier's check of the customer's age: by which rule, and when. */
export const ageCheckSchema = z.strictObject({
  minimum_age: minimumAgeSchema,
  /** The latest birthday that is old enough, such as 2008-11-22. */
  born_by: z.iso.date(),
  at: timestampSchema,
})
export type AgeCheck = z.infer<typeof ageCheckSchema>

/** A line that puts money on a gift card once the bill is paid. It is not revenue: no tax, no discount. */
export const giftCardLineSchema = z.strictObject({
  /** The card to load; null for a new one. */
  card_id: idSchema.nullable(),
  /** Last characters of the card to load; empty for a new one. */
  last_four: z.string().max(4),
})

export const orderLineSchema = z.strictObject({
  id: idSchema,
  /** Null for an amount typed on the keypad. */
  item_id: idSchema.nullable(),
  name: nameSchema,
  /** Price of one unit before modifiers, in cents. */
  unit_amount: unitAmountSchema,
  /** The price that replaces `unit_amount`, in cents. */
  price_override: z.strictObject({ unit_amount: unitAmountSchema, reason: z.string().max(60) }).nullable(),
  quantity: quantitySchema,
  modifiers: z.array(modifierSchema).max(mostModifiers).readonly(),
  discount: discountSchema.nullable(),
  note: z.string().max(100),
  tax_rates: taxRatesSchema,
  /** Null if the item has no minimum age, and in data of earlier versions. */
  age_check: ageCheckSchema.nullable().default(null),
  /** Absent unless the line is a gift card. */
  gift_card: giftCardLineSchema.optional(),
})
export type OrderLine = z.infer<typeof orderLineSchema>

export const orderSchema = z.strictObject({
  id: idSchema,
  lines: z.array(orderLineSchema).max(mostLines).readonly(),
  /** Discounts of the whole order, after those of its lines. */
  discounts: z.array(orderDiscountSchema).max(mostOrderDiscounts).readonly(),
})
export type Order = z.infer<typeof orderSchema>
