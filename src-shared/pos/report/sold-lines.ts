import type { Cents } from '../../money.ts'
import { paidOf } from '../bill/balance.ts'
import type { Bill } from '../bill/bill.ts'
import { allocate } from '../order/allocate.ts'
import { oneUnit } from '../order/limits.ts'
import type { OrderLine, TaxRate } from '../order/order.ts'
import { totalsOf } from '../order/totals.ts'
import type { ReturnedLine } from '../returns/return.ts'

/** Revenue of one line, less discounts and included taxes. */
export interface SoldLine {
  /** Empty for a typed amount. */
  readonly name: string
  readonly item_id: string | null
  /** Thousandths of a unit. */
  readonly quantity: number
  readonly net: Cents
}

/** The contents of a bill. A bill that left part paid counts as one typed amount, the paid part. */
export interface BillContents {
  readonly gross: Cents
  readonly discounts: readonly { readonly reason: string; readonly amount: Cents }[]
  readonly lines: readonly SoldLine[]
  readonly taxes: readonly { readonly rate: TaxRate; readonly tax: Cents }[]
  /** Money put on gift cards; not included in the other fields. */
  readonly giftCards: Cents
}

export function contentsOf(bill: Bill): BillContents {
  const paid = paidOf(bill)
  const { order } = bill
  if (order === null || paid < bill.total) {
    const typed = { name: '', item_id: null, quantity: oneUnit, net: paid }
    return { gross: paid, discounts: [], taxes: [], lines: paid === 0 ? [] : [typed], giftCards: 0 }
  }
  const totals = totalsOf(order)
  const lines = order.lines.map((line, index) => {
    const { amount = 0, included_tax = 0, discount = 0 } = totals.lines[index] ?? {}
    return { line, net: amount - included_tax, discount }
  })
  const giftCards = lines.reduce((sum, { line, net }) => (line.gift_card === undefined ? sum : sum + net), 0)
  const goods = lines.filter(({ line }) => line.gift_card === undefined)
  return {
    gross: totals.gross - giftCards,
    giftCards,
    discounts: [
      ...lines.flatMap(({ line, discount }) =>
        line.discount === null ? [] : [{ reason: line.discount.reason, amount: discount }],
      ),
      ...order.discounts.map(({ id, discount: { reason } }) => ({
        reason,
        amount: totals.order_discounts.get(id) ?? 0,
      })),
    ],
    taxes: totals.taxes,
    lines: goods.map(({ line, net }) => ({ ...namesOf(line), quantity: line.quantity, net })),
  }
}

const namesOf = ({ name, item_id }: OrderLine) => ({ name, item_id })

/** What was returned of a line. A typed amount has its quantity in cents, so it counts as no unit. */
export function contentsBack(bill: Bill | null, back: ReturnedLine): SoldLine {
  const line = lineOf(bill, back)
  const quantity = line === null ? 0 : back.quantity
  return { name: line?.name ?? '', item_id: line?.item_id ?? null, quantity, net: back.paid - back.tax }
}

/**
 * The tax of a returned line, by rate. A return has only the sum of the line's tax, so it is allocated to the line's
 * rates in proportion.
 */
export function taxesBack(bill: Bill | null, back: ReturnedLine): BillContents['taxes'] {
  const rates = lineOf(bill, back)?.tax_rates ?? []
  const all = total(rates)
  if (all === 0) return []
  const shares = allocate(
    back.tax,
    rates.map(({ id, rate }) => ({
      id,
      exact: { over: BigInt(back.tax) * BigInt(rate), under: BigInt(all) },
    })),
  )
  return rates.map((rate) => ({ rate, tax: shares.get(rate.id) ?? 0 }))
}

const lineOf = (bill: Bill | null, { line_id }: ReturnedLine): OrderLine | null =>
  bill?.order?.lines.find(({ id }) => id === line_id) ?? null

const total = (rates: readonly TaxRate[]): number => rates.reduce((sum, { rate }) => sum + rate, 0)
