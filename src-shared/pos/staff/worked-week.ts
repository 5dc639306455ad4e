import { businessDay, businessDayOf, dayAfter, type Period, type ShopClock } from '../report/business-day.ts'
import type { ClockLedger } from './clock-entry.ts'
import { standingEntries, type WorkedShift, workedShifts } from './worked-shifts.ts'

/** A person in a report of working hours. */
interface Worker {
  readonly id: string
  readonly name: string
  readonly active: boolean
}

interface ShiftOfWeek extends WorkedShift {
  /** The business day of its start, YYYY-MM-DD; without a start, that of its end. */
  readonly day: string
  /** By day of the week. */
  readonly minutes: readonly number[]
}

export interface PersonWeek {
  readonly person_id: string
  readonly name: string
  /** Start of the shift in progress; null if not at work. */
  readonly since: string | null
  /** By day of the week. */
  readonly minutes: readonly number[]
  readonly total: number
  readonly shifts: readonly ShiftOfWeek[]
}

/** The working hours of a week, from Monday on, by the shop's business days. */
export interface WorkedWeek {
  /** Seven days, YYYY-MM-DD. */
  readonly days: readonly string[]
  readonly today: string
  readonly people: readonly PersonWeek[]
  readonly total: number
  /** Names of the people who made corrections, by id. */
  readonly names: Readonly<Record<string, string>>
  /** Number of unreadable lines of the ledger. */
  readonly unreadable: number
}

export interface WeekFacts {
  readonly ledger: ClockLedger & { readonly unreadable: number }
  readonly people: readonly Worker[]
  readonly clock: ShopClock
  readonly now: number
}

/** @param day any day of the week; null for the current week */
export function workedWeek(day: string | null, { ledger, people, clock, now }: WeekFacts): WorkedWeek {
  const today = businessDayOf(now, clock)
  const monday = mondayOf(day ?? today)
  const days = [0, 1, 2, 3, 4, 5, 6].map((later) => dayAfter(monday, later))
  const periods = days.map((one) => businessDay(one, clock))
  const shifts = workedShifts(standingEntries(ledger), now)
  const rows = people.map(({ id, name, active }) => {
    const theirs = shifts.filter(({ person_id }) => person_id === id)
    const ofWeek = theirs
      .map((shift) => ({
        ...shift,
        day: dayOf(shift, clock),
        minutes: periods.map((period) => minutesIn(shift, period, now)),
      }))
      .filter((shift) => days.includes(shift.day) || sum(shift.minutes) > 0)
      .toSorted((one, other) => momentOfShift(one) - momentOfShift(other))
    const minutes = days.map((_, index) => sum(ofWeek.map((shift) => shift.minutes[index] ?? 0)))
    const since = theirs.find(({ state }) => state === 'now')?.began?.at ?? null
    return { active, person_id: id, name, since, minutes, total: sum(minutes), shifts: ofWeek }
  })
  const shown = rows.filter(({ active, shifts: any }) => active || any.length > 0)
  return {
    ...{ days, today, unreadable: ledger.unreadable },
    people: shown.map(({ active: _, ...row }) => row),
    total: sum(shown.map(({ total }) => total)),
    names: Object.fromEntries(people.map(({ id, name }) => [id, name])),
  }
}

const minuteMs = 60_000
const sum = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)

const mondayOf = (day: string): string => dayAfter(day, -((new Date(Date.parse(day)).getUTCDay() + 6) % 7))

const momentOfShift = ({ began, ended }: WorkedShift): number => Date.parse((began ?? ended)?.at ?? '')

const dayOf = (shift: WorkedShift, clock: ShopClock): string => businessDayOf(momentOfShift(shift), clock)

/**
 * Minutes of a shift within a period. Start and end are cut to whole minutes, so that the result equals the difference
 * of the displayed times. A shift with a missing time counts as 0.
 */
function minutesIn({ state, began, ended }: WorkedShift, { from, to }: Period, now: number): number {
  if (state === 'missing' || began === null) return 0
  const first = wholeMinute(Math.max(Date.parse(began.at), from))
  const last = wholeMinute(Math.min(ended === null ? now : Date.parse(ended.at), to))
  return Math.max(0, last - first)
}

const wholeMinute = (ms: number): number => Math.floor(ms / minuteMs)
