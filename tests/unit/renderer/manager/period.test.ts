import { describe, expect, test } from 'vitest'
import { instantsOf, shopDay } from '../../../../src-renderer/manager/period.ts'
import type { PeriodKind } from '../../../../src-shared/pos/manager/payment-filters.ts'

const newYork = { timeZone: 'America/New_York', dayEndsAt: 0 }
/** Half past ten in the evening of November 20 in New York: November 21 wherever the computer goes by UTC. */
const evening = shopDay(new Date('2026-11-21T03:30:00Z'), newYork)
const day = (first: number, last = first) => ({
  created_from: `2026-11-${String(first).padStart(2, '0')}T05:00:00.000Z`,
  created_to: `2026-11-${String(last + 1).padStart(2, '0')}T04:59:59.999Z`,
})
const of = (kind: PeriodKind, from = '', to = '') => instantsOf({ kind, from, to }, evening)

describe('the days that are looked at', () => {
  test('the days of a search are those of the shop’s clocks, first to last millisecond', () => {
    expect(evening.today).toBe('2026-11-20')
    expect(of('today')).toEqual(day(20))
    expect(of('yesterday')).toEqual(day(19))
  })

  test('the days of a search are those of the figures: a bar’s end when it closes', () => {
    // Half past one at night, where the day ends at three.
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

  test('the days of a search of a week are today and the six before', () => {
    expect(of('week')).toEqual(day(14, 20))
  })

  test('the days of a search are all of them when none is named', () => {
    expect(of('any')).toEqual({})
    expect(of('days')).toEqual({})
    expect(of('days', '2026-11', '2026-13-45')).toEqual({})
  })

  test('the days of a search may be picked, either end open', () => {
    const { created_from, created_to } = day(18, 19)
    expect(of('days', '2026-11-18', '2026-11-19')).toEqual({ created_from, created_to })
    expect(of('days', '2026-11-18')).toEqual({ created_from })
    expect(of('days', '', '2026-11-19')).toEqual({ created_to })
  })

  test('the days of a search picked the wrong way round mean the same', () => {
    expect(of('days', '2026-11-19', '2026-11-18')).toEqual(of('days', '2026-11-18', '2026-11-19'))
  })

  test('the days of a search end where the next day begins, also when the clocks change', () => {
    const today = shopDay(new Date('2026-11-01T17:00:00Z'), newYork)
    expect(instantsOf({ kind: 'today', from: '', to: '' }, today)).toEqual({
      created_from: '2026-11-01T04:00:00.000Z',
      created_to: '2026-11-02T04:59:59.999Z',
    })
  })
})
