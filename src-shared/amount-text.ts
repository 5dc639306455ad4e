import type { Language } from './language.ts'
import { type Cents, maximumAmount } from './money.ts'

/** What begins the decimals where people read the language; `quantityIn` of language.ts writes quantities so, too. */
const decimalMark: Readonly<Record<Language, string>> = { en: '.', es: '.', fr: ',' }

/**
 * An amount as it stands in a field, to be changed there: bare digits, no thousands parted. `parseAmount` reads it.
 *
 * @returns 1234.50; in French 1234,50
 */
export const writeAmount = (amount: Cents, language: Language = 'en'): string =>
  withMark((amount / 100).toFixed(2), language)

/** A quantity or a share as it stands in a field, with no more decimals than it has. @returns 12.5; in French 12,5 */
export const writeNumber = (number: number, language: Language = 'en'): string =>
  withMark(String(number), language)

const withMark = (decimal: string, language: Language): string => decimal.replace('.', decimalMark[language])

/**
 * An amount as people write it in any of our languages: 12, 12.5, 12,50, $1,234.50, 1 234,50 $, CA$12.50.
 * The last point or comma with one or two digits behind it begins the cents; others part thousands, all of them alike:
 * 2,500.555 is none. A lone point with three digits behind it is not guessed at: 12.345 may be a slip, or a price with
 * three decimals. Nor is a lone comma, where people write cents behind one: 12,345 is no twelve thousand to them.
 *
 * @param language of whoever typed it
 * @returns cents; null when it is not an amount.
 */
export function parseAmount(text: string, language: Language = 'en'): Cents | null {
  const bare = text.replace(/[\s$€£']|USD?|CAD?/gi, '')
  const [, whole = '', cents = ''] = /^(\d[\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(bare) ?? []
  if (whole === '' || !/^\d+$|^\d{1,3}([.,])\d{3}(?:\1\d{3})*$/.test(whole)) return null
  const unclear = language === 'en' ? /^\d+\.\d{3}$/ : /^\d+[.,]\d{3}$/
  if (cents === '' && unclear.test(whole)) return null
  const digits = `${whole.replace(/[.,]/g, '')}${cents.padEnd(2, '0')}`
  // More digits than that are no longer exact.
  const amount = digits.length > 16 ? Number.NaN : Number(digits)
  return amount <= maximumAmount ? amount : null
}
