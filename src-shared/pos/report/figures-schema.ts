import { z } from 'zod'
import { countSchema } from '../cash/cash-entry.ts'
import { shiftSchema } from '../cash/shift-schema.ts'

/**
 * The figures of a period, in cents. Returns are positive and not deducted from the sales beside them: subtract them
 * for the rest. docs/decisions/0074 defines how each figure is counted.
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
    /** Number of paid bills. */
    count,
    /** Prices as rung up; less `discounts` and the taxes in them, this is `net`. */
    gross: cents,
    discounts: cents,
    net: cents,
    tax: cents,
    tips: cents,
    /** Extra charges on credit cards. */
    surcharges: cents,
    /** What rounding of cash added or took off. */
    rounding: cents,
    /** Money put on gift cards: owed to their holders, and no revenue. Absent if there is none. */
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
    /** Refunds to cards and out of the drawer; with `unresolved`, `net + tax + tips + surcharges + rounding`. */
    given_back: cents,
    /** Refunds of unknown outcome. */
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
  /** Including tips and surcharges. */
  brands: z.array(z.object({ brand: z.string(), count, amount: cents, returned: cents })),
  /** By the hour on the shop's clocks, without tips and surcharges; starts at the hour in which the day begins. */
  hours: z.array(z.object({ hour: z.number().int(), count, amount: cents })),
  /** Less discounts, without tax. An empty name is a typed amount. Quantities count thousandths. */
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
    /** Shifts counted in the period; each from its opening, which may be earlier. */
    shifts: z.array(countedShiftSchema),
  }),
})
export type Figures = z.infer<typeof figuresSchema>
export type CountedShift = z.infer<typeof countedShiftSchema>
