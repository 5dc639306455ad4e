import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAt } from '../../../../src-shared/local-time.ts'
import { salesByDay, scaleTop } from '../../../../src-web/portal/sales-by-day.ts'

const now = Date.parse('2026-03-09T06:30:00Z')
const options = { now, days: 4, timezone: 'America/Chicago' } as const
const closed = (day: string | null, amount_captured: number, change: object = {}) => ({
  ...{ day, cutoff_at: '2026-03-08T05:00:00Z', currency: 'USD', status: 'closed' as const, amount_captured },
  ...change,
})
const open = (created_at: string, amount_captured: number, currency = 'USD') => ({
  ...{ created_at, amount_captured, currency },
})

describe('the sales by day', () => {
  test("the sales by day include each of the last days in the merchant's time zone, even without a sale", () => {
    // It is still the 9th in Chicago; the 8th has 23 hours there.
    expect(salesByDay([], [], options)).toEqual({
      currency: 'USD',
      days: ['2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'].map((day) => ({
        day,
        settled: 0,
        open: 0,
      })),
    })
  })

  test('the sales by day use the closed day for settled sales, and the day of the sale for open ones', () => {
    const { days } = salesByDay(
      [closed('2026-03-07', 500), closed('2026-03-07', 70), closed(null, 9)],
      [open('2026-03-09T05:10:00Z', 40), open('2026-03-09T04:50:00Z', 3)],
      options,
    )
    expect(days.map(({ settled, open: left }) => [settled, left])).toEqual([
      [0, 0],
      [579, 0],
      [0, 3],
      [0, 40],
    ])
  })

  test('the sales by day add up only the most frequent currency, and leave out a run that is not closed', () => {
    const { currency, days } = salesByDay(
      [closed('2026-03-08', 100, { currency: 'CAD' }), closed('2026-03-09', 1, { status: 'closing' })],
      [open('2026-03-09T12:00:00Z', 7), open('2026-03-09T13:00:00Z', 5, 'CAD')],
      options,
    )
    expect(currency).toBe('CAD')
    expect(days.reduce((sum, one) => sum + one.settled + one.open, 0)).toBe(105)
  })

  test('the sales by day count nothing twice and nothing older', () => {
    const at = fc.date({ min: new Date(now - 6 * 86_400_000), max: new Date(now), noInvalidDate: true })
    const sales = fc.array(fc.tuple(at, fc.integer({ min: 0, max: 1_000_000 })))
    fc.assert(
      fc.property(sales, (made) => {
        const { days } = salesByDay(
          [],
          made.map(([when, amount]) => open(when.toISOString(), amount)),
          options,
        )
        const shown = new Set(days.map(({ day }) => day))
        const expected = made
          .filter(([when]) => shown.has(dayAt(when.getTime(), options.timezone)))
          .reduce((sum, [, amount]) => sum + amount, 0)
        expect(days.reduce((sum, one) => sum + one.open, 0)).toBe(expected)
      }),
    )
  })
})

test('the top of a scale is a round number, and never below the amount', () => {
  expect([0, 1, 99, 25_295, 250_000, 999_999].map(scaleTop)).toEqual([
    10_000, 1, 100, 50_000, 250_000, 1_000_000,
  ])
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 50 }), (amount) => {
      expect(scaleTop(amount)).toBeGreaterThanOrEqual(amount)
      expect(scaleTop(amount)).toBeLessThanOrEqual(amount * 2.5)
    }),
  )
})
