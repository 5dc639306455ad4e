import { type Language, percentIn } from '../language.ts'
import type { Cents } from '../money.ts'
import type { ReceiptLine } from './lines.ts'
import { pair } from './receipt-parts.ts'
import type { ReceiptWords } from './receipt-words.ts'

export interface NamedTax {
  readonly name: string
  /** Thousandths of a percent; null if the order does not give it. */
  readonly rate: number | null
  readonly amount: Cents
}

/**
 * The tax in an amount. One line for each tax that the order names, since GST and QST are owed separately. If the named
 * taxes do not add up to the tax, they belong to another amount: then only the sum is shown.
 * @param taxes order_details.taxes, whose fields the specification does not show (docs/decisions/0045)
 */
export function taxLines(
  taxes: unknown,
  tax: Cents,
  {
    words,
    language,
    money,
  }: {
    readonly words: Pick<ReceiptWords, 'tax'>
    readonly language: Language
    readonly money: (cents: Cents) => string
  },
): readonly ReceiptLine[] {
  if (tax <= 0) return []
  const named = namedTaxes(taxes, tax)
  if (named.length === 0) return [pair(words.tax, money(tax))]
  return named.map((one) => pair(taxName(one, language), money(one.amount)))
}

/** The taxes that an order names, except those of 0; none if they do not add up to the tax. */
export function namedTaxes(taxes: unknown, tax: Cents): readonly NamedTax[] {
  const named = Array.isArray(taxes) ? taxes.map(namedTax) : []
  const known = named.filter((one) => one !== null)
  const sum = known.reduce((total, { amount }) => total + amount, 0)
  if (known.length < named.length || sum !== tax) return []
  return known.filter(({ amount }) => amount !== 0)
}

/** The name with its rate, such as `GST 5%`. */
export const taxName = ({ name, rate }: Pick<NamedTax, 'name' | 'rate'>, language: Language): string =>
  rate === null ? name : `${name} ${percentIn(language, rate / 1_000)}`

const longestName = 40

/** Returns null if it is not a tax with a name and an amount. */
function namedTax(tax: unknown): NamedTax | null {
  if (typeof tax !== 'object' || tax === null) return null
  const { name, rate, amount, inclusive } = tax as Readonly<Record<string, unknown>>
  const shown = typeof name === 'string' ? name.replace(/[\p{Cc}\s]+/gu, ' ').trim() : ''
  if (shown === '' || !Number.isSafeInteger(amount) || Number(amount) < 0) return null
  // A counter also writes `inclusive`, and its rate is in thousandths of a percent (docs/decisions/0045); others vary.
  const isRate = typeof inclusive === 'boolean' && Number.isSafeInteger(rate) && Number(rate) >= 0
  return { name: shown.slice(0, longestName), rate: isRate ? Number(rate) : null, amount: Number(amount) }
}
