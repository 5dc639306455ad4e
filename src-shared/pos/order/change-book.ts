import { assertNever } from '../../result.ts'
import { largestQuantity, mostHeld, mostLines, mostOrderDiscounts } from './limits.ts'
import type { Order, OrderLine } from './order.ts'
import type { OrderBook, OrderChange } from './order-book.ts'

/** Number of changes that are remembered: more than a window can have in flight. */
const mostMade = 50

export const emptyOrder = (id: string): Order => ({ id, lines: [], discounts: [] })

export const emptyBook = (id: string): OrderBook => ({
  draft: emptyOrder(id),
  removed: null,
  held: [],
  made: [],
})

/**
 * The orders after a change, which is made once per `id`.
 * @returns the same book if the change is not possible or was already made
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
  // A gift card's line cannot be changed: remove it and add another.
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
    case 'set_sale_note':
      if (draft.id !== change.order_id || (book.note ?? '') === change.note) return book
      return { ...book, note: change.note }
    case 'clear':
      if (isEmpty(draft)) return book
      return {
        ...book,
        draft: emptyOrder(change.next_id),
        note: '',
        removed: {
          lines: draft.lines.map((one, index) => ({ index, line: one })),
          discounts: draft.discounts,
        },
      }
    case 'put_back':
      return putBack(book)
    case 'hold': {
      if (draft.lines.length === 0 || held.length >= mostHeld) return book
      const { name, held_at, note = '' } = change
      const one = { name, held_at, order: draft, ...(note === '' ? {} : { note }) }
      return {
        ...book,
        draft: emptyOrder(change.next_id),
        note: '',
        removed: null,
        held: [...held, one],
      }
    }
    case 'put_aside':
      return held.length >= mostHeld ? book : { ...book, held: [...held, change.held] }
    case 'resume': {
      const found = held.find(({ order }) => order.id === change.order_id)
      if (found === undefined || !isEmpty(draft)) return book
      return {
        ...book,
        draft: found.order,
        note: found.note ?? '',
        removed: null,
        held: held.filter((other) => other !== found),
      }
    }
    case 'discard_held': {
      const left = held.filter(({ order }) => order.id !== change.order_id)
      return left.length === held.length ? book : { ...book, held: left }
    }
    case 'sold': {
      if (draft.id === change.order_id) {
        return { ...book, draft: emptyOrder(change.next_id), note: '', removed: null }
      }
      // Also removes it from the held orders, so that a paid order is never charged again.
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
  if (like !== undefined && quantity <= largestQuantity) {
    return changeLine(draft, like.id, (one) => ({ ...one, quantity }))
  }
  return draft.lines.length >= mostLines ? draft : { ...draft, lines: [...draft.lines, line] }
}

/** Whether two lines are equal except for quantity, so that they can be merged. */
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
