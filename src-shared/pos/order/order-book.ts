import { z } from 'zod'
import { timestampSchema } from '../../api/schemas/common.ts'
import { assertNever } from '../../result.ts'
import {
  discountSchema,
  modifierSchema,
  mostLines,
  mostModifiers,
  mostOrderDiscounts,
  type Order,
  type OrderLine,
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
export const mostHeld = 500

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
/** So many changes are remembered: more than can be on their way from a window. */
const mostMade = 50

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

export const emptyOrder = (id: string): Order => ({ id, lines: [], discounts: [] })

export const emptyBook = (id: string): OrderBook => ({
  draft: emptyOrder(id),
  removed: null,
  held: [],
  made: [],
})

/**
 * The orders after a change. Whoever made it, it is made once: `id` names it.
 * @returns the same book when the change is not possible, or has been made already
 */
export function changeBook(book: OrderBook, id: string, change: OrderChange): OrderBook {
  if (book.made.includes(id)) return book
  const next = changed(book, change)
  return next === book ? book : { ...next, made: [...book.made, id].slice(-mostMade) }
}

function changed(book: OrderBook, change: OrderChange): OrderBook {
  const { draft, held } = book
  const withDraft = (next: Order): OrderBook => (next === draft ? book : { ...book, draft: next })
  const line = (change_: (line: OrderLine) => OrderLine, line_id: string) =>
    withDraft(changeLine(draft, line_id, change_))
  // One card, for what is put on it: to change it is to take it out and add another.
  if ('line_id' in change && change.kind !== 'remove_line') {
    if (draft.lines.some(({ id, gift_card }) => id === change.line_id && gift_card !== undefined)) return book
  }
  switch (change.kind) {
    case 'add_line':
      return withDraft(addLine(draft, change.line))
    case 'set_quantity':
      return line((one) => ({ ...one, quantity: change.quantity }), change.line_id)
    case 'set_modifiers':
      return line((one) => ({ ...one, modifiers: change.modifiers }), change.line_id)
    case 'set_note':
      return line((one) => ({ ...one, note: change.note }), change.line_id)
    case 'set_discount':
      return line((one) => ({ ...one, discount: change.discount }), change.line_id)
    case 'set_price': {
      const { unit_amount, reason } = change
      const price_override = unit_amount === null ? null : { unit_amount, reason }
      return line((one) => ({ ...one, price_override }), change.line_id)
    }
    case 'remove_line': {
      const index = draft.lines.findIndex(({ id }) => id === change.line_id)
      const removed = draft.lines[index]
      if (removed === undefined) return book
      return {
        ...book,
        draft: { ...draft, lines: draft.lines.filter((other) => other !== removed) },
        removed: { lines: [{ index, line: removed }], discounts: [] },
      }
    }
    case 'add_discount':
      if (
        draft.discounts.length >= mostOrderDiscounts ||
        draft.discounts.some(({ id }) => id === change.discount.id)
      )
        return book
      return withDraft({ ...draft, discounts: [...draft.discounts, change.discount] })
    case 'remove_discount': {
      const discounts = draft.discounts.filter(({ id }) => id !== change.discount_id)
      return discounts.length === draft.discounts.length ? book : withDraft({ ...draft, discounts })
    }
    case 'clear':
      if (isEmpty(draft)) return book
      return {
        ...book,
        draft: emptyOrder(change.next_id),
        removed: {
          lines: draft.lines.map((one, index) => ({ index, line: one })),
          discounts: draft.discounts,
        },
      }
    case 'put_back':
      return putBack(book)
    case 'hold':
      if (draft.lines.length === 0 || held.length >= mostHeld) return book
      return {
        ...book,
        draft: emptyOrder(change.next_id),
        removed: null,
        held: [...held, { name: change.name, held_at: change.held_at, order: draft }],
      }
    case 'put_aside':
      return held.length >= mostHeld ? book : { ...book, held: [...held, change.held] }
    case 'resume': {
      const found = held.find(({ order }) => order.id === change.order_id)
      if (found === undefined || !isEmpty(draft)) return book
      return { ...book, draft: found.order, removed: null, held: held.filter((other) => other !== found) }
    }
    case 'discard_held': {
      const left = held.filter(({ order }) => order.id !== change.order_id)
      return left.length === held.length ? book : { ...book, held: left }
    }
    case 'sold': {
      if (draft.id === change.order_id) return { ...book, draft: emptyOrder(change.next_id), removed: null }
      // Wherever it is: what is paid is never charged again.
      const left = held.filter(({ order }) => order.id !== change.order_id)
      return left.length === held.length ? book : { ...book, held: left }
    }
    default:
      return assertNever(change)
  }
}

const isEmpty = ({ lines, discounts }: Order): boolean => lines.length === 0 && discounts.length === 0

function changeLine(draft: Order, line_id: string, change: (line: OrderLine) => OrderLine): Order {
  if (!draft.lines.some(({ id }) => id === line_id)) return draft
  return { ...draft, lines: draft.lines.map((line) => (line.id === line_id ? change(line) : line)) }
}

export function addLine(draft: Order, line: OrderLine): Order {
  if (draft.lines.some(({ id }) => id === line.id)) return draft
  const like = draft.lines.find((other) => other.item_id !== null && isSameGoods(other, line))
  const quantity = (like?.quantity ?? 0) + line.quantity
  if (like !== undefined && quantitySchema.safeParse(quantity).success) {
    return changeLine(draft, like.id, (one) => ({ ...one, quantity }))
  }
  return draft.lines.length >= mostLines ? draft : { ...draft, lines: [...draft.lines, line] }
}

/** Nothing was changed on either, so that they are one line with a larger quantity. */
export const isSameGoods = (a: OrderLine, b: OrderLine): boolean =>
  JSON.stringify({ ...a, id: '', quantity: 0 }) === JSON.stringify({ ...b, id: '', quantity: 0 })

function putBack(book: OrderBook): OrderBook {
  const { draft, removed } = book
  if (removed === null) return book
  const lines = [...draft.lines]
  for (const { index, line } of removed.lines) {
    if (lines.length < mostLines && !lines.some(({ id }) => id === line.id)) lines.splice(index, 0, line)
  }
  const discounts = [...draft.discounts, ...removed.discounts].slice(0, mostOrderDiscounts)
  return { ...book, draft: { ...draft, lines, discounts }, removed: null }
}
