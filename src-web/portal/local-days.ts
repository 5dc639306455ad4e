import { dayAt, ownTimeZone } from '../../src-shared/local-time.ts'

/**
 * The first moment of a day in this browser's time zone, in which the lists show their times.
 * @param day such as 2026-01-31; a text that is no day is returned as it is, and refused by the service
 */
export function startOfDay(day: string): string {
  const start = midnight(day)
  return Number.isNaN(start.getTime()) ? day : start.toISOString()
}

/** The last millisecond of a day, also of one that has 23 or 25 hours, or that begins at 1:00 (as in Cairo). */
export function endOfDay(day: string): string {
  const end = midnight(day)
  end.setHours(24, 0, 0, 0)
  return Number.isNaN(end.getTime()) ? day : new Date(end.getTime() - 1).toISOString()
}

/** The day in this browser's time zone, such as 2026-01-31. @param at in ms */
export const localDay = (at: number): string => dayAt(at, ownTimeZone())

const midnight = (day: string): Date => new Date(`${day}T00:00:00`)
