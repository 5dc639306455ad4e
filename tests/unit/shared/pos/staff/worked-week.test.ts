import { expect, test } from 'vitest'
import { hoursTable } from '../../../../../src-main/staff/hours-table.ts'
import type { ClockCorrection } from '../../../../../src-shared/pos/staff/clock-entry.ts'
import { workedWeek } from '../../../../../src-shared/pos/staff/worked-week.ts'

const ana = { id: 'ana', name: '=Ana', active: true }
const max = { id: 'max', name: 'Max', active: false }

/** @param times instants at which Ana clocked in and out in turn */
function weekOf(
  day: string | null,
  times: readonly string[],
  rest: {
    readonly now?: string
    readonly dayEndsAt?: number
    readonly timeZone?: string
    readonly corrections?: readonly ClockCorrection[]
  } = {},
) {
  const { now = '2026-12-31T12:00:00Z', dayEndsAt = 0, timeZone = 'America/Chicago', corrections = [] } = rest
  const entries = times.map((at, index) => ({
    ...{ id: at, at, person_id: 'ana', kind: index % 2 === 0 ? ('in' as const) : ('out' as const), by: null },
  }))
  return workedWeek(day, {
    ledger: { entries, corrections, unreadable: 0 },
    people: [ana, max],
    clock: { timeZone, dayEndsAt },
    now: Date.parse(now),
  })
}

test('hours across midnight count for the day on which they were worked', () => {
  // 22:00 to 02:30 in Chicago.
  const times = ['2026-11-18T04:00:00Z', '2026-11-18T08:30:00Z']
  const week = weekOf('2026-11-20', times)
  expect(week.days).toEqual(['16', '17', '18', '19', '20', '21', '22'].map((day) => `2026-11-${day}`))
  expect(week.people).toMatchObject([{ name: '=Ana', minutes: [0, 120, 150, 0, 0, 0, 0], total: 270 }])
  // The day of a bar that closes at three includes these hours.
  expect(weekOf('2026-11-20', times, { dayEndsAt: 180 }).people[0]?.minutes).toEqual([0, 270, 0, 0, 0, 0, 0])
})

test('hours across the end of a week count in both weeks, each with its part', () => {
  const times = ['2026-11-23T04:00:00Z', '2026-11-23T08:30:00Z']
  expect(weekOf('2026-11-16', times).people[0]?.minutes).toEqual([0, 0, 0, 0, 0, 0, 120])
  expect(weekOf('2026-11-23', times).people[0]?.minutes).toEqual([150, 0, 0, 0, 0, 0, 0])
})

test('when clocks change at night, the hours that passed count, not the times on the clock', () => {
  // 22:00 to 06:00 on the clock: set back on November 1, set forward on March 8.
  const back = weekOf('2026-11-01', ['2026-11-01T03:00:00Z', '2026-11-01T12:00:00Z'])
  expect(back.people[0]?.minutes).toEqual([0, 0, 0, 0, 0, 120, 420])
  const forward = weekOf('2026-03-08', ['2026-03-08T04:00:00Z', '2026-03-08T11:00:00Z'])
  expect(forward.people[0]?.minutes).toEqual([0, 0, 0, 0, 0, 120, 300])
})

test('hours are counted in whole minutes as shown, so that shown times add up', () => {
  const week = weekOf('2026-11-20', ['2026-11-20T15:00:59Z', '2026-11-20T15:30:01Z'])
  expect(week.total).toBe(30)
})

test('hours of a current shift count so far, and those of a forgotten clock-out do not count', () => {
  const week = weekOf(null, ['2026-11-20T15:00:00Z'], { now: '2026-11-20T17:00:00Z' })
  expect(week).toMatchObject({ today: '2026-11-20', total: 120 })
  expect(week.people[0]?.since).toBe('2026-11-20T15:00:00Z')
  const later = weekOf('2026-11-20', ['2026-11-20T15:00:00Z'])
  expect(later.people[0]).toMatchObject({ since: null, total: 0, shifts: [{ state: 'missing' }] })
})

test('people who have left are shown only in weeks in which they worked', () => {
  expect(weekOf('2026-11-20', []).people.map(({ name }) => name)).toEqual(['=Ana'])
})

test('the table of hours has a line for each shift and day, names the corrector, and contains no formula', () => {
  const correction: ClockCorrection = {
    ...{ id: 'c', corrected_at: '2026-11-19T12:00:00Z', person_id: 'ana', kind: 'out', replaces: null },
    ...{ clocked_at: '2026-11-18T08:30:00Z', reason: 'Forgot', by: 'max' },
  }
  const week = weekOf('2026-11-20', ['2026-11-18T04:00:00Z'], { corrections: [correction] })
  expect(hoursTable(week, 'America/Chicago').split('\r\n')).toEqual([
    '\uFEFFday,person_id,person,began,ended,hours,state,corrected_by,reason',
    "2026-11-17,ana,'=Ana,2026-11-17 22:00,2026-11-18 02:30,2.00,done,Max,Forgot",
    "2026-11-18,ana,'=Ana,2026-11-17 22:00,2026-11-18 02:30,2.50,done,Max,Forgot",
    '',
  ])
})
