import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { longestSaleNote, mostHeld, mostModifiers } from './limits.ts'
import {
  discountSchema,
  modifierSchema,
  orderDiscountSchema,
  orderLineSchema,
  orderSchema,
  quantitySchema,
  unitAmountSchema,
} from './order.ts'

const saleNoteSchema = z.string().trim().max(longestSaleNote)

/** An order on hold under a name, such as that of a table. */
export const heldOrderSchema = z.strictObject({
  name: z.string().trim().min(1).max(60),
  held_at: timestampSchema,
  order: orderSchema,
  /** The note of its sale; missing if there is none. */
  note: saleNoteSchema.optional(),
})

/** A held order in the list. `total` in cents. */
export interface HeldOrderSummary {
  readonly order_id: string
  readonly name: string
  readonly held_at: string
  readonly lines: number
  readonly total: number
  /** The note of its sale; empty if there is none. */
  readonly note: string
}

/** The last removed lines and discounts, which can be restored. */
const removedSchema = z.strictObject({
  lines: z.array(z.strictObject({ index: z.number().int(), line: orderLineSchema })).readonly(),
  discounts: z.array(orderDiscountSchema).readonly(),
})

/** All unsold orders of a counter. */
export const orderBookSchema = z.strictObject({
  /** The order being rung up; it has no lines at first. */
  draft: orderSchema,
  /** The note of its sale, as it was last typed; empty or missing if there is none. */
  note: saleNoteSchema.optional(),
  removed: removedSchema.nullable(),
  held: z.array(heldOrderSchema).max(mostHeld).readonly(),
  /** Ids of the latest changes, newest last: a repeated change is ignored. */
  made: z.array(z.string()).readonly(),
})
export type OrderBook = z.infer<typeof orderBookSchema>

const idSchema = z.string().min(1).max(64)
const lineId = { line_id: idSchema }

/** A change of the orders. It is self-contained: applying it needs no look-up. */
export const orderChangeSchema = z.discriminatedUnion('kind', [
  /** If the last line is the same, raises its quantity instead. */
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
    /** Null: restores the item's own price. */
    unit_amount: unitAmountSchema.nullable(),
    reason: z.string().max(60),
  }),
  z.strictObject({ kind: z.literal('remove_line'), ...lineId }),
  z.strictObject({ kind: z.literal('add_discount'), discount: orderDiscountSchema }),
  z.strictObject({ kind: z.literal('remove_discount'), discount_id: idSchema }),
  /** The note of the sale that the draft becomes. */
  z.strictObject({ kind: z.literal('set_sale_note'), order_id: idSchema, note: saleNoteSchema }),
  /** Removes everything. The draft gets a new id. */
  z.strictObject({ kind: z.literal('clear'), next_id: idSchema }),
  /** Restores what was removed last. */
  z.strictObject({ kind: z.literal('put_back') }),
  z.strictObject({
    kind: z.literal('hold'),
    name: heldOrderSchema.shape.name,
    note: saleNoteSchema.optional(),
    held_at: timestampSchema,
    next_id: idSchema,
  }),
  /** Holds an order that was to be paid elsewhere but was not. */
  z.strictObject({ kind: z.literal('put_aside'), held: heldOrderSchema }),
  /** Only while the draft is empty: two orders are never mixed. */
  z.strictObject({ kind: z.literal('resume'), order_id: idSchema }),
  z.strictObject({ kind: z.literal('discard_held'), order_id: idSchema }),
  /** It is paid here or elsewhere. */
  z.strictObject({ kind: z.literal('sold'), order_id: idSchema, next_id: idSchema }),
])
export type OrderChange = z.infer<typeof orderChangeSchema>
