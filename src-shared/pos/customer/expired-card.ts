import type { SavedCard } from './customer.ts'

/** A card is good until the end of the month that is on it. @param day of the shop's calendar, such as 2026-11-29 */
export const isExpired = (
  { exp_month, exp_year }: Pick<SavedCard, 'exp_month' | 'exp_year'>,
  day: string,
): boolean => `${exp_year}-${exp_month.padStart(2, '0')}` < day.slice(0, 7)
