import { describe, expect, test } from 'vitest'
import {
  isNarrowed,
  isSameSearch,
  keepingOf,
  noFilters,
  quickSearch,
  type quickSearches,
  searchOf,
} from '../../../../src-renderer/manager/payment-search.ts'
import { parseAmount } from '../../../../src-shared/amount-text.ts'
import { paymentSearchSchema } from '../../../../src-shared/pos/manager/manager.ts'
import type { Filters } from '../../../../src-shared/pos/manager/payment-filters.ts'

const now = { today: '2026-11-21', clock: { timeZone: 'America/New_York', dayEndsAt: 0 } }
const search = (filters: Partial<Filters>) =>
  searchOf({ ...noFilters, period: { kind: 'any', from: '', to: '' }, ...filters }, 1, now)

describe('an amount in a search field', () => {
  test.each([
    ['12', 1200],
    ['12.5', 1250],
    ['12.34', 1234],
    ['12,34', 1234],
    ['$12.34', 1234],
    ['12,34 $ US', 1234],
    ['12.34 USD', 1234],
    ['1,234.50', 123_450],
    ['1.234,50', 123_450],
    ['1 234,50', 123_450],
    ['1,234', 123_400],
    ['0.05', 5],
    ['90071992547409.91', Number.MAX_SAFE_INTEGER],
  ])('an amount written %s is %i cents', (text, cents) => {
    expect(parseAmount(text)).toBe(cents)
  })

  test.each(['', 'twelve', '12.345', '1,23,4', '-5', '12.34.56', '.', '90071992547409.92', '1e3'])(
    'the text %s is not an amount',
    (text) => {
      expect(parseAmount(text)).toBeNull()
    },
  )
})

describe('a payment search', () => {
  test('a search without filters finds everything', () => {
    expect(search({})).toEqual({ page: 1 })
  })

  test('a search by one amount finds exactly that amount, and by two amounts the range between them', () => {
    expect(search({ amount: '5' })).toMatchObject({ amount_min: 500, amount_max: 500 })
    expect(search({ amount: '5', amountUpTo: '10' })).toMatchObject({ amount_min: 500, amount_max: 1000 })
    expect(search({ amount: '10', amountUpTo: '5' })).toMatchObject({ amount_min: 500, amount_max: 1000 })
    expect(search({ amountUpTo: '5' })).toEqual({ amount_max: 500, page: 1 })
  })

  test('a search is not sent while an amount is unreadable', () => {
    expect(search({ amount: 'twelve' })).toBeNull()
    expect(search({ amountUpTo: '1.2.3' })).toBeNull()
  })

  test('a search for refunded payments asks for refunds, not for a status', () => {
    expect(search({ status: 'refunded' })).toEqual({ has_refund: true, page: 1 })
    expect(search({ status: 'uncaptured' })).toEqual({ status: 'uncaptured', page: 1 })
  })

  test('a search trims the reference', () => {
    expect(search({ reference: '  INV-7 ' })).toEqual({ reference: 'INV-7', page: 1 })
    expect(search({ reference: '   ', field: 'item' })).toEqual({ page: 1 })
    expect(search({ reference: 'latte', field: 'item' })).toEqual({
      ...{ reference: 'latte', field: 'item', page: 1 },
    })
  })

  test('every search is valid for main', () => {
    const asked = search({ reference: 'INV-7', status: 'captured', amount: '5', period: noFilters.period })
    expect(paymentSearchSchema.parse(asked)).toEqual(asked)
  })

  test('a search is narrowed by any filter except its days', () => {
    expect(isNarrowed({ ...noFilters, period: { kind: 'week', from: '', to: '' } })).toBe(false)
    expect(isNarrowed({ ...noFilters, amount: '5' })).toBe(true)
  })
})

test('a quick search replaces the filters, with days that suit it', () => {
  const asked = (name: (typeof quickSearches)[number]) => searchOf(quickSearch(name, now), 1, now)
  const today = { created_from: '2026-11-21T05:00:00.000Z' }
  expect(asked('today')).toMatchObject(today)
  expect(asked('open')).toEqual({ open: true, page: 1 })
  expect(asked('uncaptured')).toEqual({ status: 'uncaptured', page: 1 })
  expect(asked('refunded')).toEqual({ has_refund: true, page: 1 })
  expect(asked('declined')).toMatchObject({ payment_status: 'failed', ...today })
})

describe('payments whose authorization may expire soon', () => {
  test('the quick search finds payments authorized at least five days ago, up to the end of that day', () => {
    expect(searchOf(quickSearch('held_long', now), 1, now)).toEqual({
      status: 'uncaptured',
      created_to: '2026-11-17T04:59:59.999Z',
      page: 1,
    })
    expect(quickSearch('held_long', { today: '2026-01-03' }).period.to).toBe('2025-12-29')
  })
})

describe('saved searches', () => {
  const mona: Filters = { ...noFilters, reference: 'Mona', field: 'cashier' }

  test('two searches are the same when they find the same payments', () => {
    expect(isSameSearch(mona, { ...mona, reference: ' Mona ' })).toBe(true)
    expect(isSameSearch(noFilters, { ...noFilters, field: 'note' })).toBe(true)
    expect(isSameSearch(mona, { ...mona, field: 'note' })).toBe(false)
    const days = { kind: 'days', from: '2026-11-01', to: '' } as const
    expect(isSameSearch({ ...mona, period: days }, { ...mona, period: { ...days, to: '2026-11-02' } })).toBe(
      false,
    )
    expect(isSameSearch(mona, { ...mona, period: { kind: 'today', from: '2026-11-01', to: '' } })).toBe(true)
  })

  test('a search can be saved unless it is unreadable, a quick search, or saved already', () => {
    expect(keepingOf(noFilters, [], now)).toBeNull()
    expect(keepingOf(quickSearch('uncaptured', now), [], now)).toBeNull()
    expect(keepingOf({ ...mona, amount: 'twelve' }, [], now)).toBeNull()
    expect(keepingOf(mona, [], now)).toEqual({ kind: 'save' })
    expect(keepingOf(mona, [{ name: 'Hers', filters: mona }], now)).toEqual({ kind: 'kept', name: 'Hers' })
  })
})
