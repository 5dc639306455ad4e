import { isSameGoods } from './change-book.ts'
import { mostLines, oneUnit } from './limits.ts'
import { type Order, type OrderLine, orderSchema } from './order.ts'
import { discountName } from './order-details.ts'
import { type LineTotals, totalsOf } from './totals.ts'

/**
 * Adds all lines of another order. Each line's share of whole-order discounts becomes its own discount, which does not
 * apply to other lines and is removed with its line.
 * @returns null if the result exceeds an order's limits, or has a line twice
 */
export function joinOrders(first: Order, added: Order): Order | null {
  let lines = linesOf(first)
  for (const line of linesOf(added)) {
    if (lines.some(({ id }) => id === line.id)) return null
    const like = lines.find((other) => isMergeable(other) && isMergeable(line) && isSameGoods(other, line))
    lines =
      like === undefined
        ? [...lines, line]
        : lines.map((one) => (one === like ? { ...one, quantity: one.quantity + line.quantity } : one))
  }
  const joined = { ...first, lines, discounts: [] }
  return lines.length <= mostLines && orderSchema.safeParse(joined).success ? joined : null
}

/** Whether merging keeps the same cents: no rounding, and no discount that would count once instead of twice. */
const isMergeable = ({ item_id, discount, quantity }: OrderLine): boolean =>
  item_id !== null && discount === null && quantity % oneUnit === 0

/** The lines of an order with their share of all discounts. */
function linesOf(order: Order): readonly OrderLine[] {
  const totals = totalsOf(order).lines
  return order.lines.map((line, index) => withShare(line, order, totals[index]))
}

function withShare(line: OrderLine, order: Order, totals: LineTotals | undefined): OrderLine {
  if (totals === undefined || totals.order_discount === 0) return line
  const all = [
    ...(line.discount === null ? [] : [line.discount]),
    ...order.discounts.map((one) => one.discount),
  ]
  const reason = all
    .map((discount) => discountName(discount))
    .join(', ')
    .slice(0, 60)
  return { ...line, discount: { kind: 'amount', value: totals.discount + totals.order_discount, reason } }
}
