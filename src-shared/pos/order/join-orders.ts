import { isSameGoods } from './change-book.ts'
import { mostLines, oneUnit } from './limits.ts'
import { type Order, type OrderLine, orderSchema } from './order.ts'
import { discountName } from './order-details.ts'
import { type LineTotals, totalsOf } from './totals.ts'

/**
 * An order with all of another one. What a discount of a whole order took off each of its lines becomes that line's own:
 * it was not meant for what is rung up before or after it, and goes when its line does.
 * @returns null when it would hold more than an order may, or holds a line of it already
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

/** As one line it comes to the same cents: nothing of it is rounded, and no discount would count once for two. */
const isMergeable = ({ item_id, discount, quantity }: OrderLine): boolean =>
  item_id !== null && discount === null && quantity % oneUnit === 0

/** The lines of an order with all that is off it. */
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
