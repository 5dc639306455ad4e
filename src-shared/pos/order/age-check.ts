import type { AgeCheck, Order } from './order.ts'

/**
 * The latest birthday of somebody who is so old today, by this computer's calendar: 2008-11-22. Who was born on
 * 29 February has the birthday on 1 March in other years.
 */
export function latestBirthday(at: string, years: number): string {
  const today = new Date(at)
  const [year, month, day] = [today.getFullYear() - years, today.getMonth(), today.getDate()]
  const lastOfMonth = new Date(year, month + 1, 0).getDate()
  const parts = [year, month + 1, Math.min(day, lastOfMonth)]
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-')
}

/** Asked once a sale: what was confirmed for one line counts for every item that asks for as much or less. */
export const ageCheckIn = (order: Order, minimumAge: number): AgeCheck | null =>
  order.lines.find(({ age_check }) => age_check !== null && age_check.minimum_age >= minimumAge)?.age_check ??
  null
