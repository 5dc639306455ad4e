import type { Order } from './order.ts'
import { totalsOf } from './totals.ts'

/**
 * Whether a change takes a manager's approval: another price always does, and so does what makes a discount a larger
 * share than the limit, also where it is the line that gets smaller.
 *
 * @param limit whole percents of the line, or of the order, that a cashier may give away; null: as much as they like
 */
export function needsApproval(before: Order, after: Order, limit: number | null): boolean {
  return hasOtherPrice(before, after) || (limit !== null && isAbove(before, after, limit))
}

function hasOtherPrice(before: Order, after: Order): boolean {
  const asked = new Map(before.lines.map(({ id, price_override }) => [id, price_override?.unit_amount]))
  return after.lines.some(
    ({ id, price_override }) => price_override !== null && asked.get(id) !== price_override.unit_amount,
  )
}

function isAbove(before: Order, after: Order, limit: number): boolean {
  const earlier = shares(before)
  return [...shares(after)].some(([id, share]) => share > limit && share > (earlier.get(id) ?? 0))
}

/** What is given away of each line, and of the whole order, in percents. */
function shares(order: Order): ReadonlyMap<string, number> {
  const totals = totalsOf(order)
  const given = [...totals.order_discounts.values()].reduce((sum, one) => sum + one, 0)
  const subject = totals.gross - totals.discount + given
  return new Map([
    ...totals.lines.map(({ id, discount, gross }) => [id, share(discount, gross)] as const),
    ['order', share(given, subject)],
  ])
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : (part * 100) / whole)
