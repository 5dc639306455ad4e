import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { mostHeld, mostModifiers } from './limits.ts'
import {
  discountSchema,
  modifierSchema,
  orderDiscountSchema,
  orderLineSchema,
  orderSchema,
  quantitySchema,
  unitAmountSchema,
} from './order.ts'

/** An order that was put aside under a name, such as that of a table. */
export const heldOrderSchema = z.strictObject({
  name: z.string().trim().min(1).max(60),
  held_at: timestampSchema,
  order: orderSchema,
})

/** What the list of them shows of one. `total` in cents. */
export interface HeldOrderSummary {
  readonly order_id: string
  readonly name: string
  readonly held_at: string
  readonly lines: number
  readonly total: number
}

/** What was taken out last, so that it can be put back. */
const removedSchema = z.strictObject({
  lines: z.array(z.strictObject({ index: z.number().int(), line: orderLineSchema })).readonly(),
  discounts: z.array(orderDiscountSchema).readonly(),
})

/** All orders of a counter that are not sold yet. */
export const orderBookSchema = z.strictObject({
  /** What is rung up now; without lines before the first one. */
  draft: orderSchema,
  removed: removedSchema.nullable(),
  held: z.array(heldOrderSchema).max(mostHeld).readonly(),
  /** The latest changes, the newest last: one that comes again is not made again. */
  made: z.array(z.string()).readonly(),
})
export type OrderBook = z.infer<typeof orderBookSchema>

const idSchema = z.string().min(1).max(64)
const lineId = { line_id: idSchema }

/** A change to the orders, complete in itself: what it is about is not looked up anywhere. */
export const orderChangeSchema = z.discriminatedUnion('kind', [
  /** A line like the last one raises its quantity instead. */
  z.strictObject({ kind: z.literal('add_line'), line: orderLineSchema }),
  z.strictObject({ kind: z.literal('set_quantity'), ...lineId, quantity: quantitySchema }),
  z.strictObject({
    kind: z.literal('set_modifiers'),
    ...lineId,
    modifiers: z.array(modifierSchema).max(mostModifiers).readonly(),
  }),
  z.strictObject({ kind: z.literal('set_note'), ...lineId, note: z.string().max(100) }),
  z.strictObject({ kind: z.literal('set_discount'), ...lineId, discount: discountSchema.nullable() }),
  z.strictObject({
    kind: z.literal('set_price'),
    ...lineId,
    /** Null: the item's own again. */
    unit_amount: unitAmountSchema.nullable(),
    reason: z.string().max(60),
  }),
  z.strictObject({ kind: z.literal('remove_line'), ...lineId }),
  z.strictObject({ kind: z.literal('add_discount'), discount: orderDiscountSchema }),
  z.strictObject({ kind: z.literal('remove_discount'), discount_id: idSchema }),
  /** Takes everything out. The draft goes on as another order. */
  z.strictObject({ kind: z.literal('clear'), next_id: idSchema }),
  /** Puts back what was taken out last. */
  z.strictObject({ kind: z.literal('put_back') }),
  z.strictObject({
    kind: z.literal('hold'),
    name: heldOrderSchema.shape.name,
    held_at: timestampSchema,
    next_id: idSchema,
  }),
  /** An order that was to be paid elsewhere, and is not. */
  z.strictObject({ kind: z.literal('put_aside'), held: heldOrderSchema }),
  /** Only while nothing is rung up: two orders are never mixed. */
  z.strictObject({ kind: z.literal('resume'), order_id: idSchema }),
  z.strictObject({ kind: z.literal('discard_held'), order_id: idSchema }),
  /** It is paid, or paid for elsewhere. */
  z.strictObject({ kind: z.literal('sold'), order_id: idSchema, next_id: idSchema }),
])
export type OrderChange = z.infer<typeof orderChangeSchema>
