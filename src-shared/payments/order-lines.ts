import type { Cents } from '../money.ts'

/** One line of an order, as far as it can be read. */
export interface OrderLine {
  readonly description: string
  readonly quantity: number
  /** Price of one, in cents; null if the order gives no price. */
  readonly unit_amount: Cents | null
  readonly amount: Cents | null
}

const longestName = 200

/**
 * The lines of an order, from the items of order_details. The specification does not show their fields;
 * docs/decisions/0020. Items without a name are left out, and a value that is not a list has no lines.
 */
export const orderLines = (items: unknown): readonly OrderLine[] =>
  Array.isArray(items) ? items.flatMap(orderLine) : []

function orderLine(item: unknown): readonly OrderLine[] {
  if (typeof item === 'string') return named(item, 1, null, null)
  if (typeof item !== 'object' || item === null) return []
  const { name, description, quantity, amount, unit_amount } = item as Readonly<Record<string, unknown>>
  const label = typeof name === 'string' ? name : typeof description === 'string' ? description : ''
  const count = typeof quantity === 'number' && Number.isFinite(quantity) && quantity > 0 ? quantity : 1
  const unit = isCents(unit_amount) ? unit_amount : null
  const total = isCents(amount) ? amount : unit === null ? null : Math.round(unit * count)
  return named(label, count, unit, total)
}

const isCents = (value: unknown): value is Cents => Number.isSafeInteger(value)

function named(
  given: string,
  quantity: number,
  unit_amount: Cents | null,
  amount: Cents | null,
): readonly OrderLine[] {
  const description = given
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longestName)
  return description === '' ? [] : [{ description, quantity, unit_amount, amount }]
}
