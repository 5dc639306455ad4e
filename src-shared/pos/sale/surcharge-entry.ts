import { isKnownPlace } from '../../postal-regions.ts'

/** Section 4.2: the maximum surcharge, in percent. */
export const mostSurchargePercent = 3

/**
 * Parses the surcharge that a manager types, by the rules of `shopSurchargeSchema`, but without schemas for its screen.
 * @returns percent with at most two decimals; null if invalid
 */
export function surchargePercentIn(text: string): number | null {
  const percent = Number(text.trim().replace(',', '.'))
  const isRight = percent >= 0.01 && percent <= mostSurchargePercent
  return isRight && Math.round(percent * 100) / 100 === percent ? percent : null
}

/** @returns a US or Canadian postal code; null if it is not one */
export function shopPlaceIn(text: string): string | null {
  const code = text.trim()
  return code.length >= 3 && code.length <= 10 && isKnownPlace(code) ? code : null
}
