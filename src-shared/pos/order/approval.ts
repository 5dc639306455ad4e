import { type Cents, percentOf } from '../../money.ts'
import { wholeShare } from './limits.ts'
import type { Discount, Order } from './order.ts'
import { orderDiscountOf, totalsOf } from './totals.ts'

/**
 * Whether a change needs a manager's approval: another price always does, and so does anything that raises a discount's
 * share above the limit, even by making the line smaller.
 *
 * @param limit maximum discount of a cashier on a line or order, in whole percent; null: no limit
 */
export function needsApproval(before: Order, after: Order, limit: number | null): boolean {
  return hasOtherPrice(before, after) || (limit !== null && isAbove(before, after, limit))
}

/**
 * What needs no further approval when lines or a whole order return. All of it, if nothing else was rung up meanwhile;
 * otherwise the lines with their own discounts and prices, but no discount of the whole order, which would now apply to
 * other goods, or add to other discounts.
 *
 * @param returned the draft with what returns
 */
export const approvedOf = (draft: Order, returned: Order): Order =>
  draft.lines.length + draft.discounts.length === 0 ? returned : { ...returned, discounts: draft.discounts }

function hasOtherPrice(before: Order, after: Order): boolean {
  const asked = new Map(before.lines.map(({ id, price_override }) => [id, price_override?.unit_amount]))
  return after.lines.some(
    ({ id, price_override }) => price_override !== null && asked.get(id) !== price_override.unit_amount,
  )
}

function isAbove(before: Order, after: Order, limit: number): boolean {
  const earlier = new Map(given(before).map((one) => [one.id, shareOf(one)]))
  return given(after).some((one) => isMore(one, limit) && shareOf(one) > (earlier.get(one.id) ?? 0))
}

/** The discount of a line or of the whole order. */
interface Given {
  readonly id: string
  readonly discounts: readonly Discount[]
  readonly off: Cents
  readonly whole: Cents
}

function given(order: Order): readonly Given[] {
  const totals = totalsOf(order)
  const discounts = order.discounts.map(({ discount }) => discount)
  const off = orderDiscountOf(totals)
  const own = new Map(order.lines.map(({ id, discount }) => [id, discount]))
  return [
    ...totals.lines.map(({ id, discount, gross }) => {
      const one = own.get(id) ?? null
      return { id, discounts: one === null ? [] : [one], off: discount, whole: gross }
    }),
    { id: 'order', discounts, off, whole: totals.discountable },
  ]
}

/** Half a cent is rounded up, as in `totalsOf` for each discount, which alone is not above the percentage. */
function isMore({ discounts, off, whole }: Given, limit: number): boolean {
  if (off <= percentOf(whole, limit)) return false
  const percents = discounts.reduce((sum, { kind, value }) => sum + (kind === 'percent' ? value : 0), 0)
  return discounts.some(({ kind }) => kind === 'amount') || percents * 100 > limit * wholeShare
}

const shareOf = ({ off, whole }: Given): number => (whole === 0 ? 0 : (off * 100) / whole)
