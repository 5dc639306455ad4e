import { z } from 'zod'
import { countSchema } from '../cash/cash-entry.ts'
import { shiftSchema } from '../cash/shift-schema.ts'

/**
 * What a period comes to. Amounts are cents; of what came back they are positive, and never taken off the sales beside
 * them: what is left is the difference. Which figure is counted how is in docs/decisions/0074.
 */
const cents = z.number().int()
const count = z.number().int()

const countedShiftSchema = z.object({
  shift: shiftSchema,
  closed_at: z.string(),
  expected: cents,
  counted: cents,
  pieces: countSchema,
})

export const figuresSchema = z.object({
  sales: z.object({
    /** Bills that somebody paid. */
    count,
    /** Prices as they were rung up; less `discounts` and the taxes in them, it is `net`. */
    gross: cents,
    discounts: cents,
    net: cents,
    tax: cents,
    tips: cents,
    /** What credit cards paid besides. */
    surcharges: cents,
    /** What rounding of cash added, or took off. */
    rounding: cents,
    /** Put on gift cards: the shop owes it to whoever has them, and it is no revenue. Absent where nothing was. */
    gift_cards: cents.optional(),
    /** `net + tax + tips + surcharges + rounding + gift_cards`: what cards, cash and gift cards paid. */
    collected: cents,
  }),
  returns: z.object({
    count,
    net: cents,
    tax: cents,
    tips: cents,
    surcharges: cents,
    rounding: cents,
    /** What has gone back to cards and out of the drawer; with `unresolved`, `net + tax + tips + surcharges + rounding`. */
    given_back: cents,
    /** What nobody knows of whether it went back. */
    unresolved: cents,
  }),
  /** Tenders that were undone before the bill left the counter. */
  voids: z.object({ count, amount: cents }),
  methods: z.array(
    z.object({
      method: z.enum(['card', 'cash', 'gift_card', 'exchange']),
      count,
      amount: cents,
      tips: cents,
      surcharges: cents,
      rounding: cents,
      returned: cents,
    }),
  ),
  /** With their tips and surcharges. */
  brands: z.array(z.object({ brand: z.string(), count, amount: cents, returned: cents })),
  /** By the hour that the shop's clocks show, without tips and surcharges; from the hour in which the day begins. */
  hours: z.array(z.object({ hour: z.number().int(), count, amount: cents })),
  /** Less discounts, without tax. An empty name is an amount that was typed. Quantities count thousandths. */
  items: z.array(
    z.object({ name: z.string(), quantity: cents, amount: cents, returned_quantity: cents, returned: cents }),
  ),
  categories: z.array(z.object({ category: z.string(), amount: cents, returned: cents })),
  taxes: z.array(
    z.object({ name: z.string(), rate: count, inclusive: z.boolean(), tax: cents, returned: cents }),
  ),
  discounts: z.array(z.object({ reason: z.string(), count, amount: cents })),
  tips: z.array(z.object({ person: z.string().nullable(), count, amount: cents, returned: cents })),
  cash: z.object({
    sales: cents,
    returned: cents,
    refunds: cents,
    paid_in: cents,
    drops: cents,
    payouts: cents,
    no_sales: count,
    /** Shifts that were counted in the period; each from its opening, which may be before it. */
    shifts: z.array(countedShiftSchema),
  }),
})
export type Figures = z.infer<typeof figuresSchema>
export type CountedShift = z.infer<typeof countedShiftSchema>
