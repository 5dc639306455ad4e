import type { Language } from './language.ts'
import { type Cents, maximumAmount } from './money.ts'

/** The decimal separator of each language; `quantityIn` of language.ts writes the same one. */
const decimalMark: Readonly<Record<Language, string>> = { en: '.', es: '.', fr: ',' }

/**
 * Writes an amount into an input field: digits without a thousands separator. `parseAmount` reads it back.
 *
 * @returns 1234.50; in French 1234,50
 */
export const writeAmount = (amount: Cents, language: Language): string =>
  withMark((amount / 100).toFixed(2), language)

/** Writes a quantity or a percentage into an input field, without extra decimals. @returns 12.5; in French 12,5 */
export const writeNumber = (number: number, language: Language): string => withMark(String(number), language)

const withMark = (decimal: string, language: Language): string => decimal.replace('.', decimalMark[language])

/**
 * Parses an amount as people write it in any of our languages: 12, 12.5, 12,50, $1,234.50, 1 234,50 $, CA$12.50. The
 * last point or comma starts the cents if one or two digits follow it. Other points or commas separate thousands, and
 * must all be the same: 2,500.555 is invalid. A single point with three digits after it is ambiguous, so it is invalid:
 * 12.345 may be a typing error or a price with three decimals. So is a single comma in languages with a decimal comma:
 * 12,345 does not mean twelve thousand there.
 *
 * @param language of the person who typed it
 * @returns cents; null if it is not an amount.
 */
export function parseAmount(text: string, language: Language = 'en'): Cents | null {
  const bare = text.replace(/[\s$€£']|USD?|CAD?/gi, '')
  const [, whole = '', cents = ''] = /^(\d[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(bare) ?? []
  if (whole === '' || !/^\d+$|^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/.test(whole)) return null
  const unclear = language === 'en' ? /^\d+\.\d{3}$/ : /^\d+[.,]\d{3}$/
  if (cents === '' && unclear.test(whole)) return null
  const digits = `${whole.replace(/[.,]/g, '')}${cents.padEnd(2, '0')}`
  // Longer numbers are not exact.
  const amount = digits.length > 16 ? Number.NaN : Number(digits)
  return amount <= maximumAmount ? amount : null
}
