import { type Language, percentIn } from '../language.ts'
import type { Cents } from '../money.ts'
import type { ReceiptLine } from './lines.ts'
import { pair } from './receipt-parts.ts'
import type { ReceiptWords } from './receipt-words.ts'

export interface NamedTax {
  readonly name: string
  /** Thousandths of a percent; null where the order does not tell it. */
  readonly rate: number | null
  readonly amount: Cents
}

/**
 * The tax in an amount, one line for each where the order names them, as GST and QST are owed apart. Names that do not
 * add up to the tax are of another amount: then the sum stands alone.
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

/** The taxes that an order names, without those of nothing. None where they do not add up to the tax. */
export function namedTaxes(taxes: unknown, tax: Cents): readonly NamedTax[] {
  const named = Array.isArray(taxes) ? taxes.map(namedTax) : []
  const known = named.filter((one) => one !== null)
  const sum = known.reduce((total, { amount }) => total + amount, 0)
  if (known.length < named.length || sum !== tax) return []
  return known.filter(({ amount }) => amount !== 0)
}

/** Such as `GST 5%`. */
export const taxName = ({ name, rate }: Pick<NamedTax, 'name' | 'rate'>, language: Language): string =>
  rate === null ? name : `${name} ${percentIn(language, rate / 1_000)}`

const longestName = 40

/** Null for what is no tax with a name and an amount. */
function namedTax(tax: unknown): NamedTax | null {
  if (typeof tax !== 'object' || tax === null) return null
  const { name, rate, amount, inclusive } = tax as Readonly<Record<string, unknown>>
  const shown = typeof name === 'string' ? name.replace(/[\p{Cc}\s]+/gu, ' ').trim() : ''
  if (shown === '' || !Number.isSafeInteger(amount) || Number(amount) < 0) return null
  // Thousandths of a percent where a counter wrote it (docs/decisions/0045), which writes this beside it; others count otherwise.
  const isRate = typeof inclusive === 'boolean' && Number.isSafeInteger(rate) && Number(rate) >= 0
  return { name: shown.slice(0, longestName), rate: isRate ? Number(rate) : null, amount: Number(amount) }
}
