import { dateIn } from '../../src-shared/language.ts'
import { useSnapshot } from '../stores/snapshot-store.ts'
import { useTranslation } from './use-translation.ts'

export interface Dates {
  /** Such as 2:05 PM. */
  readonly time: (iso: string) => string
  /** Such as Today, Yesterday or Friday, November 20. */
  readonly day: (iso: string) => string
  /** A day of the calendar, such as 2008-11-22: November 22, 2008. */
  readonly calendarDay: (day: string) => string
  /** Such as Nov 20, 2:05 PM. */
  readonly moment: (iso: string) => string
  /** The same by the shop's clocks, whatever zone this computer is set to. */
  readonly shopMoment: (iso: string) => string
}

const moment = {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
} as const

/** Writes instants in the screen's language. */
export function useDates(): Dates {
  const language = useSnapshot(({ settings }) => settings.language)
  const timeZone = useSnapshot(({ settings }) => settings.time_zone)
  const { t } = useTranslation('staff')
  const write = (iso: string, options: Intl.DateTimeFormatOptions) => dateIn(language, new Date(iso), options)
  return {
    time: (iso) => write(iso, { hour: 'numeric', minute: '2-digit' }),
    day: (iso) => {
      const ago = daysAgo(new Date(iso), new Date())
      if (ago === 0) return t('period.today')
      if (ago === 1) return t('period.yesterday')
      const year =
        new Date(iso).getFullYear() === new Date().getFullYear() ? {} : { year: 'numeric' as const }
      return write(iso, { weekday: 'long', month: 'long', day: 'numeric', ...year })
    },
    // Noon is that day in every time zone of a shop.
    calendarDay: (day) => write(`${day}T12:00:00`, { month: 'long', day: 'numeric', year: 'numeric' }),
    moment: (iso) => write(iso, moment),
    shopMoment: (iso) => write(iso, { ...moment, timeZone }),
  }
}

/** Whole days of the calendar between two instants; a day of 23 or 25 hours is a day. */
const daysAgo = (at: Date, now: Date): number =>
  Math.round((midnight(now).getTime() - midnight(at).getTime()) / 86_400_000)

const midnight = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate())
