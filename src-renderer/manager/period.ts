import type { Period } from '../../src-shared/pos/payment-filters.ts'

export interface Instants {
  readonly created_from?: string
  readonly created_to?: string
}

/** Local days as the instants of their first and last millisecond: a day at the counter is one of its own clock. */
export function instantsOf({ kind, from, to }: Period, now: Date): Instants {
  switch (kind) {
    case 'any':
      return {}
    case 'today':
      return between(dayFrom(now, 0), dayFrom(now, 0))
    case 'yesterday':
      return between(dayFrom(now, -1), dayFrom(now, -1))
    case 'week':
      return between(dayFrom(now, -6), dayFrom(now, 0))
    case 'days':
      return between(parseDay(from), parseDay(to))
  }
}

/** The local day so many days from now. */
export const dayFrom = (now: Date, days: number): Date =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days)

/** As a field for a day writes it: YYYY-MM-DD. */
export const dayText = (day: Date): string =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

function between(first: Date | null, last: Date | null): Instants {
  const [from, to] = first !== null && last !== null && last < first ? [last, first] : [first, last]
  return {
    ...(from === null ? {} : { created_from: from.toISOString() }),
    ...(to === null ? {} : { created_to: new Date(dayFrom(to, 1).getTime() - 1).toISOString() }),
  }
}

/** Null when it is not a whole date yet. */
function parseDay(text: string): Date | null {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === undefined || month === undefined || day === undefined) return null
  return new Date(Number(year), Number(month) - 1, Number(day))
}
