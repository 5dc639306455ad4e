import { formatMoney } from '../money.ts'
import { type OrderLine, orderLines } from '../payments/order-lines.ts'
import type { ReceiptLine } from './lines.ts'

/**
 * What was bought, from receipt_data.items: the order_details.items of the intent as JSON (section 2.10). What is no list
 * at all is no reason to be without a receipt.
 */
export function itemLines(items: string, currency: string): readonly ReceiptLine[] {
  if (items === '') return []
  let parsed: unknown
  try {
    parsed = JSON.parse(items)
  } catch {
    return []
  }
  return orderLines(parsed).map((line) => itemLine(line, currency))
}

function itemLine({ description, quantity, amount }: OrderLine, currency: string): ReceiptLine {
  const label = quantity === 1 ? description : `${quantity} x ${description}`
  return amount === null
    ? { kind: 'text', text: label, align: 'left', weight: 'normal' }
    : { kind: 'pair', left: label, right: formatMoney(amount, currency), weight: 'normal' }
}
