import { type Cents, formatMoney } from '../money.ts'
import { type OrderLine, orderLines } from '../payments/order-lines.ts'
import type { ReceiptLine } from './lines.ts'

/** Writes an amount for people. */
export type MoneyText = (amount: Cents, currency: string) => string

/**
 * What was bought, from receipt_data.items: the order_details.items of the intent as JSON (section 2.10). What is no list
 * at all is no reason to be without a receipt.
 */
export function itemLines(
  items: string,
  currency: string,
  money: MoneyText = formatMoney,
): readonly ReceiptLine[] {
  if (items === '') return []
  let parsed: unknown
  try {
    parsed = JSON.parse(items)
  } catch {
    return []
  }
  return orderLines(parsed).map((line) => itemLine(line, currency, money))
}

function itemLine(
  { description, quantity, amount }: OrderLine,
  currency: string,
  money: MoneyText,
): ReceiptLine {
  const label = quantity === 1 ? description : `${quantity} x ${description}`
  return amount === null
    ? { kind: 'text', text: label, align: 'left', weight: 'normal' }
    : { kind: 'pair', left: label, right: money(amount, currency), weight: 'normal' }
}
