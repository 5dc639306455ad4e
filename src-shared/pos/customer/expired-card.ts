import type { SavedCard } from './customer.ts'

/** A card is valid until the end of its expiry month. @param day of the shop's calendar, such as 2026-11-29 */
export const isExpired = (
  { exp_month, exp_year }: Pick<SavedCard, 'exp_month' | 'exp_year'>,
  day: string,
): boolean => `${exp_year}-${exp_month.padStart(2, '0')}` < day.slice(0, 7)
