import type { Cents } from '../../src-shared/money.ts'

/** Cents as a table program reads them: 1234 is 12.34. */
export const priceText = (cents: Cents): string =>
  `${cents < 0 ? '-' : ''}${(Math.abs(cents) / 100).toFixed(2)}`

/**
 * Reads 12.34, 12,34, 1,234.50, 1.234,50, $12 and -0.50. The last point or comma with one or two digits after it is the
 * decimal one.
 * @returns cents; null for what is no amount
 */
export function parsePrice(text: string): Cents | null {
  const bare = text.replace(/[\s$€£\u00a0\u202f']/g, '')
  const parts = /^(-?)(\d{1,3}(?:[.,]\d{3})+|\d+)(?:[.,](\d{1,2}))?$/.exec(bare)
  if (parts === null) return null
  const [, sign, whole = '', decimals = ''] = parts
  const cents = Number(whole.replace(/[.,]/g, '')) * 100 + Number(decimals.padEnd(2, '0'))
  if (!Number.isSafeInteger(cents)) return null
  return sign === '-' ? 0 - cents : cents
}
