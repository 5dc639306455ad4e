import { businessDayOf, dayAfter } from '../../src-shared/pos/report/business-day.ts'
import { useShopTimeZone } from '../stores/shop-time-zone.ts'
import { useShopDate } from './use-shop-date.ts'
import { useTranslation } from './use-translation.ts'

export interface Dates {
  /** Such as 2:05 PM. */
  readonly time: (iso: string) => string
  /** Such as Today, Yesterday or Friday, November 20. */
  readonly day: (iso: string) => string
  /** A day of the calendar, such as 2008-11-22: November 22, 2008. */
  readonly calendarDay: (day: string) => string
  /** Such as Nov 20, 2026, 2:05 PM. */
  readonly moment: (iso: string) => string
}

/** Writes instants in the screen's language, by the shop's clocks. */
export function useDates(): Dates {
  const timeZone = useShopTimeZone()
  const { t } = useTranslation('staff')
  const write = useShopDate()
  const dayOf = (at: number) => businessDayOf(at, { timeZone, dayEndsAt: 0 })
  return {
    time: (iso) => write(iso, { hour: 'numeric', minute: '2-digit' }),
    day: (iso) => {
      const [day, today] = [dayOf(Date.parse(iso)), dayOf(Date.now())]
      if (day === today) return t('period.today')
      if (day === dayAfter(today, -1)) return t('period.yesterday')
      const year = day.slice(0, 4) === today.slice(0, 4) ? {} : { year: 'numeric' as const }
      return write(iso, { weekday: 'long', month: 'long', day: 'numeric', ...year })
    },
    calendarDay: (day) =>
      write(`${day}T12:00:00Z`, { timeZone: 'UTC', month: 'long', day: 'numeric', year: 'numeric' }),
    moment: (iso) =>
      write(iso, { month: 'short', day: 'numeric', year: 'numeric', hour: 'numeric', minute: '2-digit' }),
  }
}
