import type { Period } from '../../src-shared/pos/manager/payment-filters.ts'
import {
  businessDayOf,
  dayAfter,
  type ShopClock,
  startOfDay,
} from '../../src-shared/pos/report/business-day.ts'

export interface Instants {
  readonly created_from?: string
  readonly created_to?: string
}

/** The current business day in the shop's time zone; the daily figures use the same day. */
export interface ShopDay {
  /** YYYY-MM-DD. */
  readonly today: string
  readonly clock: ShopClock
}

export const shopDay = (now: Date, clock: ShopClock): ShopDay => ({
  today: businessDayOf(now.getTime(), clock),
  clock,
})

/** Converts business days to the instants of their first and last millisecond in the shop's time zone. */
export function instantsOf({ kind, from, to }: Period, { today, clock }: ShopDay): Instants {
  const yesterday = dayAfter(today, -1)
  switch (kind) {
    case 'any':
      return {}
    case 'today':
      return between(today, today, clock)
    case 'yesterday':
      return between(yesterday, yesterday, clock)
    case 'week':
      return between(dayAfter(today, -6), today, clock)
    case 'days':
      return between(wholeDay(from), wholeDay(to), clock)
  }
}

function between(first: string | null, last: string | null, clock: ShopClock): Instants {
  const [from, to] = first !== null && last !== null && last < first ? [last, first] : [first, last]
  const start = (day: string) => startOfDay(day, clock)
  return {
    ...(from === null ? {} : { created_from: new Date(start(from)).toISOString() }),
    ...(to === null ? {} : { created_to: new Date(start(dayAfter(to)) - 1).toISOString() }),
  }
}

/** Null while the text is not a complete date. */
const wholeDay = (text: string): string | null =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : null
