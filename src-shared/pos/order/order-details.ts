import { type Language, percentIn } from '../../language.ts'
import type { Cents } from '../../money.ts'
import { oneUnit } from './limits.ts'
import type { Discount, Order, OrderLine } from './order.ts'
import { type OrderTotals, totalsOf } from './totals.ts'

/** An item in order_details.items, whose fields the specification does not show (docs/decisions/0045). */
export interface OrderItem {
  readonly name: string
  /** 1.5 for goods sold by weight. */
  readonly quantity: number
  readonly unit_amount: Cents
  /** Negative for a discount. All amounts add up to the total less added tax. */
  readonly amount: Cents
  /** The line of the order; null for a discount. */
  readonly line_id: string | null
  /** What was paid for the line, including its share of discounts and added tax: these add up to the total. */
  readonly paid?: Cents
}

export interface OrderDetails {
  readonly order_id: string
  readonly items: readonly OrderItem[]
  readonly taxes: readonly {
    readonly name: string
    /** Thousandths of a percent. */
    readonly rate: number
    readonly inclusive: boolean
    readonly amount: Cents
  }[]
  readonly subtotal: Cents
  readonly tax: Cents
  readonly total: Cents
}

/** The tax in the amount of a card's sale; 0 for a part payment, which has no tax of its own. */
export function taxInSale({
  order,
  amount,
}: {
  readonly order: Order | null
  readonly amount: Cents
}): Cents {
  if (order === null) return 0
  const { total, tax } = totalsOf(order)
  return total === amount ? tax : 0
}

/** Names are shortened to stay within the 64 KiB of order_details. */
const mostBytes = 60_000
const nameLengths = [100, 40, 16]

/**
 * Describes an order in an intent, so that receipt, e-mail and report show the same lines and cents.
 * @param language of a receipt that is printed here; without it, the service's own format
 */
export function orderDetailsOf(order: Order, language?: Language): OrderDetails {
  const totals = totalsOf(order)
  const percent = language && ((share: number) => percentIn(language, share))
  const attempts = nameLengths.map((length) => () => detailsOf(order, totals, { length, percent }))
  for (const attempt of attempts) {
    const details = attempt()
    if (new TextEncoder().encode(JSON.stringify(details)).length <= mostBytes) return details
  }
  return detailsOf(order, totals, { length: nameLengths.at(-1) ?? 0, percent })
}

interface Names {
  readonly length: number
  readonly percent: ((share: number) => string) | undefined
}

/** Cuts a name to the length, at the end of a word if possible, and marks the cut. */
function shortened(name: string, length: number): string {
  if (name.length <= length) return name
  const wordsEnd = name.lastIndexOf(' ', length - 1)
  const cut = name.slice(0, wordsEnd >= length / 2 ? wordsEnd : length - 1)
  return `${cut.trimEnd().replace(/[\uD800-\uDBFF]$/, '')}…`
}

function detailsOf(order: Order, totals: OrderTotals, names: Names): OrderDetails {
  const lines = order.lines.flatMap((line, index) => lineItems(line, totals.lines[index], names))
  const discounts = order.discounts.map(({ id, discount }) =>
    discountItem(discount, totals.order_discounts.get(id) ?? 0, names),
  )
  return {
    order_id: order.id,
    items: [...lines, ...discounts],
    taxes: totals.taxes.map(({ rate: { name, rate, inclusive }, tax }) => ({
      name,
      rate,
      inclusive,
      amount: tax,
    })),
    subtotal: totals.subtotal,
    tax: totals.tax,
    total: totals.total,
  }
}

function lineItems(line: OrderLine, totals: OrderTotals['lines'][number] | undefined, names: Names) {
  if (totals === undefined) return []
  const item: OrderItem = {
    name: shortened(lineName(line), names.length),
    quantity: line.quantity / oneUnit,
    unit_amount: totals.unit,
    amount: totals.gross,
    line_id: line.id,
    paid: totals.amount + totals.added_tax,
  }
  return line.discount === null ? [item] : [item, discountItem(line.discount, totals.discount, names)]
}

/** The name with the chosen options, such as "Latte (Large, Oat milk)". */
export const lineName = ({ name, modifiers }: OrderLine): string =>
  modifiers.length === 0 ? name : `${name} (${modifiers.map((modifier) => modifier.name).join(', ')})`

const discountItem = (discount: Discount, amount: Cents, { length, percent }: Names): OrderItem => ({
  name: shortened(discountName(discount, percent), length),
  quantity: 1,
  unit_amount: amount === 0 ? 0 : -amount,
  amount: amount === 0 ? 0 : -amount,
  line_id: null,
})

/** Such as "Loyal customer 10%". @param percent formats a percentage for the reader */
export const discountName = (
  { kind, value, reason }: Discount,
  percent = (share: number): string => `${share}%`,
): string => (kind === 'percent' ? `${reason} ${percent(value / 100)}` : reason)
