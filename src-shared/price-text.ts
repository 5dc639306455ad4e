import { parseAmount } from './amount-text.ts'
import type { Cents } from './money.ts'

/** Cents as spreadsheet programs read them: 1234 is 12.34. */
export const priceText = (cents: Cents): string =>
  `${cents < 0 ? '-' : ''}${(Math.abs(cents) / 100).toFixed(2)}`

/** Parses an amount like `parseAmount`, and also negative ones. @returns cents; null where it is not an amount */
export function parsePrice(text: string): Cents | null {
  const [, sign, bare = ''] = /^\s*([-+]?)(.*)$/s.exec(text) ?? []
  const cents = parseAmount(bare)
  return cents === null || sign !== '-' ? cents : 0 - cents
}
