import { digitsIn } from './card-number.ts'

/** A card is good until the last day of its month. */
export interface Expiry {
  /** Two digits. */
  readonly month: string
  /** Four digits. */
  readonly year: string
}

/**
 * As it is typed: `4` becomes `04 / `, `0429` becomes `04 / 29`. What a browser fills in by itself may have four digits
 * of a year.
 *
 * @param erased the last key took something away, so that nothing may be added by itself
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
  // No month begins with these, so the month is complete.
  if (/^[2-9]/.test(digits)) return [`0${digits[0]}`, digits.slice(1, 5)]
  return [digits.slice(0, 2), digits.slice(2, 6)]
}

/** @returns null when it is no month of a year */
export function readExpiry(text: string): Expiry | null {
  const [month, year] = partsOf(text)
  if (!/^(0[1-9]|1[0-2])$/.test(month)) return null
  if (/^\d{2}$/.test(year)) return { month, year: `20${year}` }
  return /^20\d{2}$/.test(year) ? { month, year } : null
}

/** Whether its month is over everywhere on earth: at the edge the bank decides, not the clock of a phone. */
export function isOver({ month, year }: Expiry, now: Date): boolean {
  const afterwards = Date.UTC(Number(year), Number(month), 1)
  const lastPlaceOnEarthMs = 12 * 3_600_000
  return now.getTime() >= afterwards + lastPlaceOnEarthMs
}
