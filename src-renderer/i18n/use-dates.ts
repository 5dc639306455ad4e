import { dayAt } from '../../src-shared/local-time.ts'
import { businessDayOf, dayAfter } from '../../src-shared/pos/report/business-day.ts'
import { useShopClock } from '../stores/shop-clock.ts'
import { useShopDate } from './use-shop-date.ts'
import { useTranslation } from './use-translation.ts'

export interface Dates {
  /** For example 2:05 PM. */
  readonly time: (iso: string) => string
  /** For example Today, Yesterday or Friday, November 20. */
  readonly day: (iso: string) => string
  /** The same for a business day, such as 2026-11-20. Today may continue after midnight if the day ends later. */
  readonly businessDay: (day: string) => string
  /** Formats a calendar day: 2008-11-22 becomes November 22, 2008. */
  readonly calendarDay: (day: string) => string
  /** For example Nov 20, 2026, 2:05 PM. */
  readonly moment: (iso: string) => string
}

/** Formats instants in the screen's language and the shop's time zone. */
export function useDates(): Dates {
  const clock = useShopClock()
  const { t } = useTranslation('staff')
  const write = useShopDate()
  const named = (day: string, today: string): string => {
    if (day === today) return t('period.today')
    if (day === dayAfter(today, -1)) return t('period.yesterday')
    const year = day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' as const }
    const asUtc = { timeZone: 'UTC', weekday: 'long', month: 'long', day: 'numeric' } as const
    return write(`${day}T12:00:00Z`, { ...asUtc, ...year })
  }
  return {
    time: (iso) => write(iso, { hour: 'numeric', minute: '2-digit' }),
    day: (iso) => named(dayAt(iso, clock.timeZone), dayAt(Date.now(), clock.timeZone)),
    businessDay: (day) => named(day, businessDayOf(Date.now(), clock)),
    calendarDay: (day) =>
      write(`${day}T12:00:00Z`, { timeZone: 'UTC', month: 'long', day: 'numeric', year: 'numeric' }),
    moment: (iso) =>
      write(iso, { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' }),
  }
}
