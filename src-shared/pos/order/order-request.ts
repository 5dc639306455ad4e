import { z } from 'zod'
import { mostModifiers } from './limits.ts'
import { discountSchema, giftCardLineSchema, quantitySchema, unitAmountSchema } from './order.ts'
import { heldOrderSchema } from './order-book.ts'

const idSchema = z.string().min(1).max(40)
const line = { line_id: idSchema }
const optionNames = z.array(z.string().max(40)).max(mostModifiers)
const reasonSchema = z.string().trim().max(60)
/** As a cashier types it: the reason may be left out. */
const givenDiscountSchema = z.discriminatedUnion('kind', [
  discountSchema.options[0].extend({ reason: reasonSchema }),
  discountSchema.options[1].extend({ reason: reasonSchema }),
])
export type GivenDiscount = z.infer<typeof givenDiscountSchema>

/** What a window asks for: prices, rates and ids that it does not choose are looked up by whoever makes the change. */
export const orderRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('add_item'),
    item_id: z.string().min(1).max(64),
    quantity: quantitySchema,
    /** Of an item without a price of its own, cents; null otherwise. */
    unit_amount: unitAmountSchema.nullable(),
    /** What was chosen of its options, by name. */
    names: optionNames.optional(),
    /** The cashier has seen that the customer is old enough for it. */
    of_age: z.boolean().optional(),
  }),
  /** An amount that was typed, as a line of its own. */
  z.strictObject({
    kind: z.literal('add_amount'),
    unit_amount: unitAmountSchema.min(1),
    name: z.string().trim().min(1).max(100),
  }),
  /** A gift card is sold, or loaded. */
  z.strictObject({
    kind: z.literal('add_gift_card'),
    unit_amount: unitAmountSchema.min(1),
    name: z.string().trim().min(1).max(100),
    gift_card: giftCardLineSchema,
  }),
  z.strictObject({ kind: z.literal('set_quantity'), ...line, quantity: quantitySchema }),
  /** By their names, of those that the item offers. */
  z.strictObject({ kind: z.literal('set_modifiers'), ...line, names: optionNames }),
  z.strictObject({ kind: z.literal('set_note'), ...line, note: z.string().trim().max(100) }),
  z.strictObject({ kind: z.literal('set_discount'), ...line, discount: givenDiscountSchema.nullable() }),
  z.strictObject({
    kind: z.literal('set_price'),
    ...line,
    unit_amount: unitAmountSchema.nullable(),
    reason: reasonSchema,
  }),
  z.strictObject({ kind: z.literal('remove_line'), ...line }),
  z.strictObject({ kind: z.literal('add_discount'), discount: givenDiscountSchema }),
  z.strictObject({ kind: z.literal('remove_discount'), discount_id: idSchema }),
  z.strictObject({ kind: z.literal('clear') }),
  z.strictObject({ kind: z.literal('put_back') }),
  z.strictObject({ kind: z.literal('hold'), name: heldOrderSchema.shape.name }),
  z.strictObject({ kind: z.literal('resume'), order_id: z.string().min(1).max(64) }),
  z.strictObject({ kind: z.literal('discard_held'), order_id: z.string().min(1).max(64) }),
])
export type OrderRequest = z.infer<typeof orderRequestSchema>
