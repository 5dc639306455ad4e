import { type Language, moneyIn, percentIn, quantityIn } from '../language.ts'
import type { Cents } from '../money.ts'
import { type OrderLine, orderLines } from '../payments/order-lines.ts'
import { oneUnit } from '../pos/order/limits.ts'
import type { ReceiptLine } from './lines.ts'

/** Formats an amount for people. */
export type MoneyText = (amount: Cents, currency: string) => string

/** The name on the receipt with its quantity, such as 0.35 for something sold by weight. */
const countedName = (name: string, quantity: number, language: Language): string =>
  quantity === 1 ? name : `${quantityIn(language, quantity)} x ${name}`

/** The same for a line whose quantity is in thousandths of a unit. */
export const countedLine = (name: string, thousandths: number, language: Language): string =>
  countedName(name, thousandths / oneUnit, language)

/**
 * The goods, from receipt_data.items: the order_details.items of the intent as JSON (section 2.10). Invalid items do
 * not prevent a receipt.
 */
export function itemLines(
  items: string,
  currency: string,
  language: Language = 'en',
): readonly ReceiptLine[] {
  if (items === '') return []
  let parsed: unknown
  try {
    parsed = JSON.parse(items)
  } catch {
    return []
  }
  return orderLines(parsed).map((line) => itemLine(line, currency, language))
}

/** Writes a percentage at the end of a name, as in "Loyal customer 12.5%", in the format of the language. */
const shareIn = (language: Language, name: string): string =>
  name.replace(/(?<= )(\d+(?:\.\d+)?)%$/, (_, share: string) => percentIn(language, Number(share)))

function itemLine(
  { description, quantity, amount }: OrderLine,
  currency: string,
  language: Language,
): ReceiptLine {
  // A negative amount is a discount; a counter writes its percentage at the end of the name.
  const isOff = amount !== null && amount < 0
  const label = countedName(isOff ? shareIn(language, description) : description, quantity, language)
  return amount === null
    ? { kind: 'text', text: label, align: 'left', weight: 'normal' }
    : { kind: 'pair', left: label, right: moneyIn(language, currency, amount), weight: 'normal' }
}
