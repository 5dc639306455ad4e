import { defaultCurrency } from './currency.ts'

/** Money is a whole number of minor units (cents) everywhere: section 2.1 of the specification. */
export type Cents = number

/** The largest amount the specification allows: 2^53 - 1 cents. */
export const maximumAmount: Cents = Number.MAX_SAFE_INTEGER

/** Cached for each locale and currency: creating a format takes longer than drawing a line of an order. */
const formats = new Map<string, Intl.NumberFormat>()

function formatFor(locale: string, currency: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`
  const format = formats.get(key) ?? new Intl.NumberFormat(locale, { style: 'currency', currency })
  formats.set(key, format)
  return format
}

/**
 * Formats cents for people, such as `$12.34`.
 * The digits are split as text, so that amounts above 2^53/100 keep every cent.
 */
export function formatMoney(amount: Cents, currency: string = defaultCurrency, locale = 'en-US'): string {
  const sign = amount < 0 ? '-' : ''
  const digits = Math.abs(amount).toString().padStart(3, '0')
  const decimal = `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`
  // Intl formats decimal strings exactly; the types allow it from ES2023 on.
  return formatFor(locale, currency).format(decimal as `${number}`)
}

/** The exact sum, even where doubles would lose a cent. @returns null if it exceeds the largest amount */
export function sumOf(amounts: Iterable<Cents>): Cents | null {
  let sum = 0n
  for (const amount of amounts) sum += BigInt(amount)
  return sum > maximumAmount || sum < -maximumAmount ? null : Number(sum)
}

/** A share of an amount in whole cents, rounded half up: `percentOf(1234, 18)` is 222. */
export function percentOf(amount: Cents, percent: number): Cents {
  if (!Number.isInteger(percent)) return Math.floor((amount * percent) / 100 + 0.5)
  // The product may exceed the integers that a double holds exactly.
  return Number((BigInt(amount) * BigInt(percent) + 50n) / 100n)
}
