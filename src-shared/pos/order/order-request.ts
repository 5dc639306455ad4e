import { z } from 'zod'
import { mostModifiers } from './limits.ts'
import { discountSchema, giftCardLineSchema, quantitySchema, unitAmountSchema } from './order.ts'
import { heldOrderSchema } from './order-book.ts'

const idSchema = z.string().min(1).max(40)
const line = { line_id: idSchema }
const optionNames = z.array(z.string().max(40)).max(mostModifiers)
const reasonSchema = z.string().trim().max(60)
/** A discount as a cashier enters it: the reason is optional. */
const givenDiscountSchema = z.discriminatedUnion('kind', [
  discountSchema.options[0].extend({ reason: reasonSchema }),
  discountSchema.options[1].extend({ reason: reasonSchema }),
])
export type GivenDiscount = z.infer<typeof givenDiscountSchema>

/** A window's request. Main looks up the prices, rates and ids that a window does not choose. */
export const orderRequestSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('add_item'),
    item_id: z.string().min(1).max(64),
    quantity: quantitySchema,
    /** The price of an item without its own one, in cents; otherwise null. */
    unit_amount: unitAmountSchema.nullable(),
    /** The names of the chosen options. */
    names: optionNames.optional(),
    /** The cashier has verified the customer's age. */
    of_age: z.boolean().optional(),
  }),
  /** Adds a typed amount as its own line. */
  z.strictObject({
    kind: z.literal('add_amount'),
    unit_amount: unitAmountSchema.min(1),
    name: z.string().trim().min(1).max(100),
  }),
  /** Sells or loads a gift card. */
  z.strictObject({
    kind: z.literal('add_gift_card'),
    unit_amount: unitAmountSchema.min(1),
    name: z.string().trim().min(1).max(100),
    gift_card: giftCardLineSchema,
  }),
  z.strictObject({ kind: z.literal('set_quantity'), ...line, quantity: quantitySchema }),
  /** By name, from the options that the item offers. */
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
  z.strictObject({
    kind: z.literal('set_sale_note'),
    order_id: z.string().min(1).max(64),
    note: heldOrderSchema.shape.note.unwrap(),
  }),
  z.strictObject({ kind: z.literal('clear') }),
  z.strictObject({ kind: z.literal('put_back') }),
  z.strictObject({
    kind: z.literal('hold'),
    name: heldOrderSchema.shape.name,
    note: heldOrderSchema.shape.note,
  }),
  z.strictObject({ kind: z.literal('resume'), order_id: z.string().min(1).max(64) }),
  z.strictObject({ kind: z.literal('discard_held'), order_id: z.string().min(1).max(64) }),
])
export type OrderRequest = z.infer<typeof orderRequestSchema>
