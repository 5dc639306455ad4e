import type { CardData } from '../../src-shared/terminal/card-encryption.ts'

/** What every card keeps to, whoever issued it. */

/** The check digit of card numbers (ISO/IEC 7812). */
export function passesLuhn(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const sum = [...number].reverse().reduce((total, character, index) => {
    const digit = Number(character)
    if (index % 2 === 0) return total + digit
    return total + (digit > 4 ? digit * 2 - 9 : digit * 2)
  }, 0)
  return sum % 10 === 0
}

/**
 * A card is good through the last day of its month. One that was typed without its date (read_manual) is not judged.
 *
 * @param now ms
 */
export function isExpired(
  { exp_month, exp_year }: Pick<CardData, 'exp_month' | 'exp_year'>,
  now: number,
): boolean {
  if (exp_year === '') return false
  const firstDayAfter = Date.UTC(Number(exp_year), Number(exp_month), 1)
  return now >= firstDayAfter
}
