import { describe, expect, test } from 'vitest'
import { instantsOf } from '../../../../src-renderer/manager/period.ts'
import type { PeriodKind } from '../../../../src-shared/pos/payment-filters.ts'

/** Local time, as the counter's clock has it. */
const now = new Date(2026, 10, 21, 14, 5, 30)
const local = (day: number, end = false) =>
  (end ? new Date(2026, 10, day, 23, 59, 59, 999) : new Date(2026, 10, day)).toISOString()
const of = (kind: PeriodKind, from = '', to = '') => instantsOf({ kind, from, to }, now)

describe('the days that are looked at', () => {
  test('the days of a search are those of the counter’s own clock, first to last millisecond', () => {
    expect(of('today')).toEqual({ created_from: local(21), created_to: local(21, true) })
    expect(of('yesterday')).toEqual({ created_from: local(20), created_to: local(20, true) })
  })

  test('the days of a search of a week are today and the six before', () => {
    expect(of('week')).toEqual({ created_from: local(15), created_to: local(21, true) })
  })

  test('the days of a search are all of them when none is named', () => {
    expect(of('any')).toEqual({})
    expect(of('days')).toEqual({})
  })

  test('the days of a search may be picked, either end open', () => {
    expect(of('days', '2026-11-18', '2026-11-19')).toEqual({
      created_from: local(18),
      created_to: local(19, true),
    })
    expect(of('days', '2026-11-18')).toEqual({ created_from: local(18) })
    expect(of('days', '', '2026-11-19')).toEqual({ created_to: local(19, true) })
  })

  test('the days of a search picked the wrong way round mean the same', () => {
    expect(of('days', '2026-11-19', '2026-11-18')).toEqual(of('days', '2026-11-18', '2026-11-19'))
  })

  test('the days of a search end where the next day begins, also when the clocks change', () => {
    const { created_from: from, created_to: to } = instantsOf(
      { kind: 'today', from: '', to: '' },
      new Date(2026, 10, 1, 12),
    )
    expect(new Date(Date.parse(to ?? '') + 1)).toEqual(new Date(2026, 10, 2))
    expect(new Date(from ?? '')).toEqual(new Date(2026, 10, 1))
  })
})
