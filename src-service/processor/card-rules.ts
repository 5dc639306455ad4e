import type { CardData } from '../../src-shared/terminal/card-encryption.ts'

/** Rules for all cards, independent of the issuer. */

/**
 * Whether a card has expired: it is valid through the last day of its month. A card typed without a date (read_manual)
 * is not checked.
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
