import { isMonthOver } from '../../src-shared/payments/card-expiry.ts'
import type { CardData } from '../../src-shared/terminal/card-encryption.ts'

/** Rules for all cards, independent of the issuer. */

/**
 * Whether a card has expired: it is valid through the last day of its month, wherever the shop is. A card typed without
 * a date (read_manual) is not checked.
 *
 * @param now ms
 */
export function isExpired(
  { exp_month, exp_year }: Pick<CardData, 'exp_month' | 'exp_year'>,
  now: number,
): boolean {
  return exp_year !== '' && isMonthOver({ month: exp_month, year: exp_year }, now)
}
