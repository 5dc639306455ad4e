import { type Language, moneyIn, percentIn, quantityIn } from '../language.ts'
import type { Cents } from '../money.ts'
import { type OrderLine, orderLines } from '../payments/order-lines.ts'
import { oneUnit } from '../pos/order/limits.ts'
import type { ReceiptLine } from './lines.ts'

/** Writes an amount for people. */
export type MoneyText = (amount: Cents, currency: string) => string

/** What one or several of it are called on paper, or 0.35 of what is sold by weight. */
const countedName = (name: string, quantity: number, language: Language): string =>
  quantity === 1 ? name : `${quantityIn(language, quantity)} x ${name}`

/** The same of a line that counts thousandths of a unit. */
export const countedLine = (name: string, thousandths: number, language: Language): string =>
  countedName(name, thousandths / oneUnit, language)

/**
 * What was bought, from receipt_data.items: the order_details.items of the intent as JSON (section 2.10). What is no list
 * at all is no reason to be without a receipt.
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

/** A name that ends with a share, as in "Loyal customer 12.5%", in this language's numbers. */
const shareIn = (language: Language, name: string): string =>
  name.replace(/(?<= )(\d+(?:\.\d+)?)%$/, (_, share: string) => percentIn(language, Number(share)))

function itemLine(
  { description, quantity, amount }: OrderLine,
  currency: string,
  language: Language,
): ReceiptLine {
  // What is taken off is a discount, whose share a counter writes at the end of its name.
  const isOff = amount !== null && amount < 0
  const label = countedName(isOff ? shareIn(language, description) : description, quantity, language)
  return amount === null
    ? { kind: 'text', text: label, align: 'left', weight: 'normal' }
    : { kind: 'pair', left: label, right: moneyIn(language, currency, amount), weight: 'normal' }
}
