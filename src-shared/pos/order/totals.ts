import type { Cents } from '../../money.ts'
import { allocate } from './allocate.ts'
import { type Fraction, plus, rounded, zero } from './fraction.ts'
import { oneUnit, wholeRate, wholeShare } from './limits.ts'
import type { Discount, Order, OrderLine, TaxRate } from './order.ts'

/** What one line comes to, cents. `amount + added_tax` of all lines is the total. */
export interface LineTotals {
  readonly id: string
  /** Of one unit with its modifiers. */
  readonly unit: Cents
  /** Quantity times unit. */
  readonly gross: Cents
  /** The line's own discount. */
  readonly discount: Cents
  /** What the line bears of the discounts of the whole order. */
  readonly order_discount: Cents
  /** What is paid for it before added tax: gross less both discounts. */
  readonly amount: Cents
  readonly added_tax: Cents
  readonly included_tax: Cents
}

export interface TaxTotal {
  readonly rate: TaxRate
  readonly tax: Cents
}

/** What an order comes to, cents. */
export interface OrderTotals {
  /** The sum of the lines' gross. */
  readonly gross: Cents
  /** All discounts together. */
  readonly discount: Cents
  /** What discounts of the whole order are off. */
  readonly discountable: Cents
  /** Each discount of the whole order by its id. */
  readonly order_discounts: ReadonlyMap<string, Cents>
  /** What is paid without any tax. `subtotal + tax` is the total, as on the receipt. */
  readonly subtotal: Cents
  readonly taxes: readonly TaxTotal[]
  /** Added and included. */
  readonly tax: Cents
  readonly added_tax: Cents
  readonly total: Cents
  readonly lines: readonly LineTotals[]
}

/** All that discounts of the whole order take off, cents. */
export const orderDiscountOf = ({ order_discounts }: Pick<OrderTotals, 'order_discounts'>): Cents =>
  sum([...order_discounts.values()])

/**
 * The one rule by which an order becomes cents (docs/decisions/0045): half a cent is rounded up, once for each line, each
 * discount and each tax rate of the whole order, and what is shared among lines is shared so that it adds up.
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
  // What makes it cheaper makes it free at most.
  const unit = Math.max(0, price + sum(line.modifiers.map(({ amount }) => amount)))
  const gross = rounded({ over: BigInt(unit) * BigInt(line.quantity), under: BigInt(oneUnit) })
  return { line, unit, gross, discount: line.discount === null ? 0 : discountOf(gross, line.discount) }
}

/** Never more than there is. */
function discountOf(amount: Cents, { kind, value }: Discount): Cents {
  const off =
    kind === 'amount' ? value : rounded({ over: BigInt(amount) * BigInt(value), under: BigInt(wholeShare) })
  return Math.min(amount, off)
}

/** What discounts of the whole order are off: money for a gift card is not sold for less. */
const discountable = ({ line, gross, discount }: Priced): Cents =>
  line.gift_card === undefined ? gross - discount : 0

/** Each is a share of the same sum, not of what another one left: so their order does not matter to the total. */
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

/** A rate is rounded once, over all lines that bear it. */
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

/** A rate that was changed while an order was held is another rate. */
const keyOf = ({ id, name, rate, inclusive }: TaxRate): string => JSON.stringify([id, name, rate, inclusive])

/**
 * Every rate is a share of the price without tax: what is paid, divided by 100 % and all included rates together. A rate
 * that is added is not levied on one that is included.
 */
function exactTax(amount: Cents, { rate }: TaxRate, all: readonly TaxRate[]): Fraction {
  const included = sum(all.map((other) => (other.inclusive ? other.rate : 0)))
  return { over: BigInt(amount) * BigInt(rate), under: BigInt(wholeRate + included) }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)
