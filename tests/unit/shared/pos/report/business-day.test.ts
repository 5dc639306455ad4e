import { describe, expect, test } from 'vitest'
import {
  businessDay,
  businessDayOf,
  dayAfter,
  hourOf,
} from '../../../../../src-shared/pos/report/business-day.ts'

const bar = { timeZone: 'America/Los_Angeles', dayEndsAt: 120 }
const hours = (day: string, clock = bar) => {
  const { from, to } = businessDay(day, clock)
  return (to - from) / 3_600_000
}

describe('the business day', () => {
  test('the business day of a bar that closes at 2 am includes sales at 1:30 am of the next date', () => {
    expect(businessDayOf(Date.parse('2026-11-21T01:59:59-08:00'), bar)).toBe('2026-11-20')
    expect(businessDayOf(Date.parse('2026-11-21T02:00:00-08:00'), bar)).toBe('2026-11-21')
  })

  test('the business day has 23 hours when summer time begins, and 25 when it ends', () => {
    expect(hours('2026-03-07')).toBe(24)
    // Two o'clock does not exist: the day ends when the clocks go from two to three.
    expect(businessDay('2026-03-07', bar).to).toBe(Date.parse('2026-03-08T03:00:00-07:00'))
    expect(hours('2026-03-08')).toBe(23)
    expect(hours('2026-10-31') + hours('2026-11-01')).toBe(49)
    expect(hours('2026-11-02')).toBe(24)
  })

  test('the business day begins at the first of two equal times, or at the change of clocks if its time does not exist', () => {
    const atHalfPastOne = { ...bar, dayEndsAt: 90 }
    expect(businessDay('2026-11-01', atHalfPastOne).from).toBe(Date.parse('2026-11-01T01:30:00-07:00'))
    const atHalfPastTwo = { ...bar, dayEndsAt: 150 }
    expect(businessDay('2026-03-08', atHalfPastTwo).from).toBe(Date.parse('2026-03-08T03:00:00-07:00'))
  })

  test('every moment belongs to exactly one business day, also where clocks change by half an hour', () => {
    for (const timeZone of ['Australia/Lord_Howe', 'America/Santiago']) {
      for (const dayEndsAt of [0, 150]) {
        const clock = { timeZone, dayEndsAt }
        // The clocks change on 4 and 5 April.
        for (let day = '2026-04-02'; day < '2026-04-09'; day = dayAfter(day)) {
          const { from, to } = businessDay(day, clock)
          expect([day, businessDayOf(from, clock), businessDayOf(to - 1, clock)]).toEqual([day, day, day])
          expect(businessDayOf(from - 1, clock)).toBe(dayAfter(day, -1))
        }
      }
    }
  })

  test('the hour of a sale is that of the shop’s clock', () => {
    expect(hourOf(Date.parse('2026-11-01T09:30:00Z'), bar)).toBe(1)
    expect(hourOf(Date.parse('2026-11-01T08:30:00Z'), bar)).toBe(1)
  })
})
