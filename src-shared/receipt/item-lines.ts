import { formatMoney } from '../money.ts'
import type { ReceiptLine } from './lines.ts'

const longestName = 200

/**
 * What was bought, from receipt_data.items: the order_details.items of the intent as JSON (section 2.10). The
 * specification does not show their fields; docs/decisions. A line that names nothing is left out, and what is no list
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
  return Array.isArray(parsed) ? parsed.flatMap((item) => itemLine(item, currency)) : []
}

function itemLine(item: unknown, currency: string): readonly ReceiptLine[] {
  if (typeof item === 'string') return named(item, null)
  if (typeof item !== 'object' || item === null) return []
  const { name, description, quantity, amount, unit_amount } = item as Readonly<Record<string, unknown>>
  const label = typeof name === 'string' ? name : typeof description === 'string' ? description : ''
  const count = typeof quantity === 'number' && Number.isFinite(quantity) && quantity > 0 ? quantity : 1
  const total = isCents(amount) ? amount : isCents(unit_amount) ? Math.round(unit_amount * count) : null
  const text = count === 1 ? label : `${count} x ${label}`
  return label === '' ? [] : named(text, total === null ? null : formatMoney(total, currency))
}

const isCents = (value: unknown): value is number => Number.isSafeInteger(value)

function named(given: string, price: string | null): readonly ReceiptLine[] {
  const label = given
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longestName)
  if (label === '') return []
  return price === null
    ? [{ kind: 'text', text: label, align: 'left', weight: 'normal' }]
    : [{ kind: 'pair', left: label, right: price, weight: 'normal' }]
}
