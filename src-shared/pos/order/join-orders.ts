import { type Order, orderSchema } from './order.ts'
import { addLine } from './order-book.ts'
import { discountName } from './order-details.ts'
import { totalsOf } from './totals.ts'

/**
 * An order with all of another one. A share off a whole order becomes the amount that it came to: it was not meant for
 * what is rung up before or after it.
 * @returns null when it would hold more than an order may, or holds a line of it already
 */
export function joinOrders(first: Order, added: Order): Order | null {
  let joined: Order = { ...first, discounts: [...asAmounts(first), ...asAmounts(added)] }
  for (const line of added.lines) {
    const next = addLine(joined, line)
    if (next === joined) return null
    joined = next
  }
  return orderSchema.safeParse(joined).success ? joined : null
}

function asAmounts(order: Order): Order['discounts'] {
  const amounts = totalsOf(order).order_discounts
  return order.discounts.flatMap(({ id, discount }) => {
    const value = amounts.get(id) ?? 0
    if (value === 0) return []
    return [{ id, discount: { kind: 'amount', value, reason: discountName(discount).slice(0, 60) } as const }]
  })
}
