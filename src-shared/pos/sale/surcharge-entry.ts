import { isKnownPlace } from '../../postal-regions.ts'

/** Section 4.2: the most that a surcharge may be, per cent. */
export const mostSurchargePercent = 3

/**
 * What a manager types, by the rules of `shopSurchargeSchema`, without schemas for the screen that asks for it.
 * @returns per cent, with at most two decimals; null where it is none
 */
export function surchargePercentIn(text: string): number | null {
  const percent = Number(text.trim().replace(',', '.'))
  const isRight = percent >= 0.01 && percent <= mostSurchargePercent
  return isRight && Math.round(percent * 100) / 100 === percent ? percent : null
}

/** @returns the postal code of the United States or Canada; null where it is none */
export function shopPlaceIn(text: string): string | null {
  const code = text.trim()
  return code.length >= 3 && code.length <= 10 && isKnownPlace(code) ? code : null
}
