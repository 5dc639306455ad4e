import type { Period } from '../../src-shared/pos/payment-filters.ts'
import { businessDayOf, dayAfter, startOfDay } from '../../src-shared/pos/report/business-day.ts'

export interface Instants {
  readonly created_from?: string
  readonly created_to?: string
}

/** What day it is by the shop's clocks. */
export interface ShopDay {
  /** YYYY-MM-DD. */
  readonly today: string
  /** IANA. */
  readonly timeZone: string
}

export const shopDay = (now: Date, timeZone: string): ShopDay => ({
  today: businessDayOf(now.getTime(), { timeZone, dayEndsAt: 0 }),
  timeZone,
})

/** Days as the instants of their first and last millisecond, by the shop's clocks. */
export function instantsOf({ kind, from, to }: Period, { today, timeZone }: ShopDay): Instants {
  const yesterday = dayAfter(today, -1)
  switch (kind) {
    case 'any':
      return {}
    case 'today':
      return between(today, today, timeZone)
    case 'yesterday':
      return between(yesterday, yesterday, timeZone)
    case 'week':
      return between(dayAfter(today, -6), today, timeZone)
    case 'days':
      return between(wholeDay(from), wholeDay(to), timeZone)
  }
}

function between(first: string | null, last: string | null, timeZone: string): Instants {
  const [from, to] = first !== null && last !== null && last < first ? [last, first] : [first, last]
  const start = (day: string) => startOfDay(day, { timeZone, dayEndsAt: 0 })
  return {
    ...(from === null ? {} : { created_from: new Date(start(from)).toISOString() }),
    ...(to === null ? {} : { created_to: new Date(start(dayAfter(to)) - 1).toISOString() }),
  }
}

/** Null when it is not a whole date yet. */
const wholeDay = (text: string): string | null =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
