import { localStamp, offsetAt } from '../../local-time.ts'

/** When a shop's business day ends, in its time zone. */
export interface ShopClock {
  /** IANA. */
  readonly timeZone: string
  /** Minutes after midnight: 120 for a bar that closes at two. */
  readonly dayEndsAt: number
}

/** `from` is inclusive, `to` exclusive; ms since the epoch. */
export interface Period {
  readonly from: number
  readonly to: number
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** The calendar day after (or before, if negative); `day` is YYYY-MM-DD. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/**
 * The start of a business day: the first moment at which the shop's clocks show the day's end time on that date or, if
 * a clock change skips it, a later one.
 */
export function startOfDay(day: string, { timeZone, dayEndsAt }: ShopClock): number {
  const shown = Date.parse(day) + dayEndsAt * minuteMs
  const shownAt = (moment: number) => moment + offsetAt(moment, timeZone)
  const before = shown - offsetAt(shown - dayMs, timeZone)
  const after = shown - offsetAt(shown + dayMs, timeZone)
  if (shownAt(before) === shown) return before
  if (shownAt(after) === shown) return after
  // The clocks are put forward between the two.
  let [early, late] = [Math.min(before, after), Math.max(before, after)]
  while (late - early > minuteMs) {
    const middle = early + Math.floor((late - early) / minuteMs / 2) * minuteMs
    if (shownAt(middle) < shown) early = middle
    else late = middle
  }
  return late
}

export const businessDay = (day: string, clock: ShopClock): Period => ({
  from: startOfDay(day, clock),
  to: startOfDay(dayAfter(day), clock),
})

/** The business day of a moment: each moment is in exactly one, also when clocks change. */
export function businessDayOf(ms: number, clock: ShopClock): string {
  const stamp = localStamp(ms, clock.timeZone)
  const date = `${stamp.slice(0, 4)}-${stamp.slice(4, 6)}-${stamp.slice(6, 8)}`
  return ms < startOfDay(date, clock) ? dayAfter(date, -1) : date
}

/** The hour in the shop's time zone, 0 to 23. */
export const hourOf = (ms: number, { timeZone }: ShopClock): number =>
  Number(localStamp(ms, timeZone).slice(8, 10))

export const isIn = ({ from, to }: Period, ms: number): boolean => ms >= from && ms < to
