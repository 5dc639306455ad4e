import { digitsIn } from './card-number.ts'

/** A card is valid until the last day of its month. */
export interface Expiry {
  /** Two digits. */
  readonly month: string
  /** Four digits. */
  readonly year: string
}

/**
 * Formats the expiry during typing: `4` becomes `04 / `, `0429` becomes `04 / 29`. A browser's autofill may contain a
 * year of four digits.
 *
 * @param erased the last key removed a character, so that none may be added automatically
 */
export function typedExpiry(text: string, erased = false): string {
  const [month = '', year = ''] = partsOf(text)
  if (month.length < 2 || (erased && year === '')) return month
  return `${month} / ${year}`
}

function partsOf(text: string): readonly [string, string] {
  const [, beforeSign, afterSign] = /^\s*(\d{1,2})\s*[/.-]\s*(\d*)/.exec(text) ?? []
  if (beforeSign !== undefined && afterSign !== undefined)
    return [beforeSign.padStart(2, '0'), afterSign.slice(0, 4)]
  const digits = digitsIn(text)
  // No two-digit month begins with these, so the month is complete.
  if (/^[2-9]/.test(digits)) return [`0${digits[0]}`, digits.slice(1, 5)]
  return [digits.slice(0, 2), digits.slice(2, 6)]
}

/** @returns null if the text is not a month and year */
export function readExpiry(text: string): Expiry | null {
  const [month, year] = partsOf(text)
  if (!/^(0[1-9]|1[0-2])$/.test(month)) return null
  if (/^\d{2}$/.test(year)) return { month, year: `20${year}` }
  return /^20\d{2}$/.test(year) ? { month, year } : null
}
