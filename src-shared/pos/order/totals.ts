import type { Cents } from '../../money.ts'
import { allocate } from './allocate.ts'
import { type Fraction, plus, rounded, zero } from './fraction.ts'
import { oneUnit, wholeRate, wholeShare } from './limits.ts'
import type { Discount, Order, OrderLine, TaxRate } from './order.ts'

/** The totals of one line, in cents. `amount + added_tax` of all lines is the order's total. */
export interface LineTotals {
  readonly id: string
  /** Price of one unit with its modifiers. */
  readonly unit: Cents
  /** Quantity times unit. */
  readonly gross: Cents
  /** The line's own discount. */
  readonly discount: Cents
  /** The line's share of the discounts of the whole order. */
  readonly order_discount: Cents
  /** The price paid before added tax: gross less both discounts. */
  readonly amount: Cents
  readonly added_tax: Cents
  readonly included_tax: Cents
}

export interface TaxTotal {
  readonly rate: TaxRate
  readonly tax: Cents
}

/** The totals of an order, in cents. */
export interface OrderTotals {
  /** The sum of the lines' gross. */
  readonly gross: Cents
  /** All discounts together. */
  readonly discount: Cents
  /** The sum that discounts of the whole order apply to. */
  readonly discountable: Cents
  /** Each discount of the whole order by its id. */
  readonly order_discounts: ReadonlyMap<string, Cents>
  /** The price without any tax. `subtotal + tax` is the total, as on the receipt. */
  readonly subtotal: Cents
  readonly taxes: readonly TaxTotal[]
  /** Added and included tax. */
  readonly tax: Cents
  readonly added_tax: Cents
  readonly total: Cents
  readonly lines: readonly LineTotals[]
}

/** The sum of all discounts of the whole order, in cents. */
export const orderDiscountOf = ({ order_discounts }: Pick<OrderTotals, 'order_discounts'>): Cents =>
  sum([...order_discounts.values()])

/**
 * Computes an order's totals (docs/decisions/0045). Half a cent is rounded up, once for each line, each discount and
 * each tax rate of the whole order. Amounts are allocated to lines so that they add up.
 */
export function totalsOf(order: Order): OrderTotals {
  const priced = order.lines.map(priceLine)
  const subject = sum(priced.map(discountable))
  const orderDiscounts = discountOrder(order, subject)
  const lines = discountLines(priced, sum([...orderDiscounts.values()]), subject)
  const taxes = taxLines(lines)
  const totals = lines.map(({ line: _, ...known }) => ({
    ...known,
    added_tax: sum(taxes.map(({ rate, byLine }) => (rate.inclusive ? 0 : (byLine.get(known.id) ?? 0)))),
    included_tax: sum(taxes.map(({ rate, byLine }) => (rate.inclusive ? (byLine.get(known.id) ?? 0) : 0))),
  }))
  const added_tax = sum(taxes.map(({ rate, tax }) => (rate.inclusive ? 0 : tax)))
  const tax = sum(taxes.map((one) => one.tax))
  const total = sum(lines.map(({ amount }) => amount)) + added_tax
  const gross = sum(lines.map((line) => line.gross))
  return {
    gross,
    discount: gross - sum(lines.map(({ amount }) => amount)),
    discountable: subject,
    order_discounts: orderDiscounts,
    subtotal: total - tax,
    taxes: taxes.map(({ rate, tax: of }) => ({ rate, tax: of })),
    tax,
    added_tax,
    total,
    lines: totals,
  }
}

interface Priced {
  readonly line: OrderLine
  readonly unit: Cents
  readonly gross: Cents
  readonly discount: Cents
}

interface Discounted extends Priced {
  readonly id: string
  readonly order_discount: Cents
  readonly amount: Cents
}

function priceLine(line: OrderLine): Priced {
  const price = line.price_override?.unit_amount ?? line.unit_amount
  // Modifiers cannot lower the price below 0.
  const unit = Math.max(0, price + sum(line.modifiers.map(({ amount }) => amount)))
  const gross = rounded({ over: BigInt(unit) * BigInt(line.quantity), under: BigInt(oneUnit) })
  return { line, unit, gross, discount: line.discount === null ? 0 : discountOf(gross, line.discount) }
}

/** At most the amount itself. */
function discountOf(amount: Cents, { kind, value }: Discount): Cents {
  const off =
    kind === 'amount' ? value : rounded({ over: BigInt(amount) * BigInt(value), under: BigInt(wholeShare) })
  return Math.min(amount, off)
}

/** The part that discounts of the whole order apply to: gift cards are excluded. */
const discountable = ({ line, gross, discount }: Priced): Cents =>
  line.gift_card === undefined ? gross - discount : 0

/** Each discount is a share of the same sum, not of what another one left, so their order does not matter. */
function discountOrder({ discounts }: Order, subject: Cents): ReadonlyMap<string, Cents> {
  let left = subject
  return new Map(
    discounts.map(({ id, discount }) => {
      const off = Math.min(left, discountOf(subject, discount))
      left -= off
      return [id, off]
    }),
  )
}

function discountLines(priced: readonly Priced[], discount: Cents, subject: Cents): readonly Discounted[] {
  const shares = allocate(
    discount,
    priced.map((one) => ({
      id: one.line.id,
      exact:
        subject === 0 ? zero : { over: BigInt(discount) * BigInt(discountable(one)), under: BigInt(subject) },
    })),
  )
  return priced.map((one) => {
    const order_discount = shares.get(one.line.id) ?? 0
    return { ...one, id: one.line.id, order_discount, amount: one.gross - one.discount - order_discount }
  })
}

interface SharedTax extends TaxTotal {
  readonly byLine: ReadonlyMap<string, Cents>
}

/** Rounds each rate once, over all lines that have it. */
function taxLines(lines: readonly Discounted[]): readonly SharedTax[] {
  const rates = new Map<string, TaxRate>()
  for (const { line } of lines) for (const rate of line.tax_rates) rates.set(keyOf(rate), rate)
  return [...rates.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, rate]) => {
      const shares = lines
        .filter(({ line }) => line.tax_rates.some((other) => keyOf(other) === key))
        .map(({ id, line, amount }) => ({ id, exact: exactTax(amount, rate, line.tax_rates) }))
      const tax = rounded(shares.reduce((all, { exact }) => plus(all, exact), zero))
      return { rate, tax, byLine: allocate(tax, shares) }
    })
}

/** A rate that was changed while an order was on hold counts as another rate. */
const keyOf = ({ id, name, rate, inclusive }: TaxRate): string => JSON.stringify([id, name, rate, inclusive])

/**
 * Each rate applies to the price without tax: the amount divided by 100 % plus all included rates. Added taxes do not
 * apply to included ones.
 */
function exactTax(amount: Cents, { rate }: TaxRate, all: readonly TaxRate[]): Fraction {
  const included = sum(all.map((other) => (other.inclusive ? other.rate : 0)))
  return { over: BigInt(amount) * BigInt(rate), under: BigInt(wholeRate + included) }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
