import { describe, expect, test } from 'vitest'
import { instantsOf, shopDay } from '../../../../src-renderer/manager/period.ts'
import type { PeriodKind } from '../../../../src-shared/pos/manager/payment-filters.ts'

const newYork = { timeZone: 'America/New_York', dayEndsAt: 0 }
/** 10:30 pm on November 20 in New York, which is already November 21 in UTC. */
const evening = shopDay(new Date('2026-11-21T03:30:00Z'), newYork)
const day = (first: number, last = first) => ({
  created_from: `2026-11-${String(first).padStart(2, '0')}T05:00:00.000Z`,
  created_to: `2026-11-${String(last + 1).padStart(2, '0')}T04:59:59.999Z`,
})
const of = (kind: PeriodKind, from = '', to = '') => instantsOf({ kind, from, to }, evening)

describe('the days of a search', () => {
  test('the days of a search follow the shop’s time zone, from the first to the last millisecond', () => {
    expect(evening.today).toBe('2026-11-20')
    expect(of('today')).toEqual(day(20))
    expect(of('yesterday')).toEqual(day(19))
  })

  test('the days of a search end when the shop’s business day ends', () => {
    // 1:30 am, with a business day that ends at 3 am.
    const night = shopDay(new Date('2026-11-21T06:30:00Z'), { ...newYork, dayEndsAt: 180 })
    expect(night.today).toBe('2026-11-20')
    expect(instantsOf({ kind: 'today', from: '', to: '' }, night)).toEqual({
      created_from: '2026-11-20T08:00:00.000Z',
      created_to: '2026-11-21T07:59:59.999Z',
    })
    expect(instantsOf({ kind: 'days', from: '2026-11-18', to: '' }, night)).toEqual({
      created_from: '2026-11-18T08:00:00.000Z',
    })
  })

  test('a week is today and the six days before', () => {
    expect(of('week')).toEqual(day(14, 20))
  })

  test('without valid dates, the search covers all days', () => {
    expect(of('any')).toEqual({})
    expect(of('days')).toEqual({})
    expect(of('days', '2026-11', '2026-13-45')).toEqual({})
  })

  test('the first or the last day of a search may be left open', () => {
    const { created_from, created_to } = day(18, 19)
    expect(of('days', '2026-11-18', '2026-11-19')).toEqual({ created_from, created_to })
    expect(of('days', '2026-11-18')).toEqual({ created_from })
    expect(of('days', '', '2026-11-19')).toEqual({ created_to })
  })

  test('a first and last day in the wrong order are swapped', () => {
    expect(of('days', '2026-11-19', '2026-11-18')).toEqual(of('days', '2026-11-18', '2026-11-19'))
  })

  test('a day ends where the next one begins, also when the clocks change', () => {
    const today = shopDay(new Date('2026-11-01T17:00:00Z'), newYork)
    expect(instantsOf({ kind: 'today', from: '', to: '' }, today)).toEqual({
      created_from: '2026-11-01T04:00:00.000Z',
      created_to: '2026-11-02T04:59:59.999Z',
    })
  })
})
