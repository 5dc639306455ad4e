import { dayAt } from '../../local-time.ts'
import type { AgeCheck, Order } from './order.ts'

/**
 * The latest birthday of a person who is `years` old today, by the shop's calendar: 2008-11-22. A person born on 29
 * February has their birthday on 1 March in other years.
 */
export function latestBirthday(at: string, years: number, timeZone: string): string {
  const [thisYear = 0, month = 1, day = 1] = dayAt(at, timeZone).split('-').map(Number)
  const year = thisYear - years
  const lastOfMonth = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const parts = [year, month, Math.min(day, lastOfMonth)]
  return parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-')
}

/** Asked once per sale: a confirmation for one line counts for all items with the same or a lower minimum age. */
export const ageCheckIn = (order: Order, minimumAge: number): AgeCheck | null =>
  order.lines.find(({ age_check }) => age_check !== null && age_check.minimum_age >= minimumAge)?.age_check ??
  null
