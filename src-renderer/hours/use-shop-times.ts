import { localStamp, momentOf } from '../../src-shared/local-time.ts'
import { useShopDate } from '../i18n/use-shop-date.ts'
import { useTranslation } from '../i18n/use-translation.ts'
import { useShopTimeZone } from '../stores/shop-time-zone.ts'

/** Formats and parses times in the shop's time zone, whatever this computer's time zone. */
export function useShopTimes() {
  const { t } = useTranslation('staff')
  const timeZone = useShopTimeZone()
  const write = useShopDate()
  const time = { hour: 'numeric', minute: '2-digit' } as const
  return {
    time: (iso: string) => write(iso, time),
    moment: (iso: string) => write(iso, { month: 'short', day: 'numeric', ...time }),
    /** Formats a calendar day, YYYY-MM-DD. */
    date: (day: string) =>
      write(`${day}T12:00:00Z`, { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' }),
    duration: (minutes: number) =>
      t('hours.duration', {
        hours: Math.floor(minutes / 60),
        minutes: String(minutes % 60).padStart(2, '0'),
      }),
    /** Formats a value for a date and time field: 2026-11-21T09:30. */
    typed: (iso: string) =>
      localStamp(Date.parse(iso), timeZone).replace(
        /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)\d\d$/,
        '$1-$2-$3T$4:$5',
      ),
    /** Null if the field is empty. */
    instant: (typed: string): string | null => {
      const ms = momentOf(typed, timeZone)
      return Number.isNaN(ms) ? null : new Date(ms).toISOString()
    },
  }
}
