import type { CardData } from '../../src-shared/terminal/card-encryption.ts'

/** What every card keeps to, whoever issued it. */

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
