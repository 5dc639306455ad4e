import { afterEach, expect, test, vi } from 'vitest'
import {
  dateIn,
  hourIn,
  labelledIn,
  percentIn,
  quantityIn,
  shortMoneyIn,
} from '../../../src-shared/language.ts'
import { discountName } from '../../../src-shared/pos/order/order-details.ts'

const afternoon = new Date(Date.UTC(2026, 10, 23, 14, 5))
const timeZone = 'UTC'

test('French never breaks a line within a time of day', () => {
  expect(dateIn('fr', afternoon, { timeStyle: 'short', timeZone })).toBe('14\u00a0h\u00a005')
  const morning = new Date(Date.UTC(2026, 2, 2, 5, 12))
  expect(dateIn('fr', morning, { timeStyle: 'short', timeZone: 'UTC' })).toBe('5\u00a0h\u00a012')
  expect(dateIn('fr', afternoon, { hour: 'numeric', timeZone })).toBe('14\u00a0h')
  expect(dateIn('fr', afternoon, { dateStyle: 'medium', timeStyle: 'short', timeZone })).toMatch(
    /^23 nov\. 2026.* 14\u00a0h\u00a005$/,
  )
})

test('English and Spanish keep a time and its half of the day on one line', () => {
  const time = { timeStyle: 'short', timeZone } as const
  expect(dateIn('en', afternoon, time)).toBe('2:05\u00a0PM')
  expect(dateIn('es', afternoon, time)).toMatch(/^2:05\u00a0p\.\u00a0?m\.$/)
  expect(dateIn('en', afternoon, { dateStyle: 'medium', ...time })).toBe('Nov 23, 2026, 2:05\u00a0PM')
  expect(dateIn('en', afternoon, { hour: 'numeric', timeZone })).toBe('2\u00a0PM')
})

test('the labels of a scale write amounts as the language does', () => {
  expect(shortMoneyIn('en', 'USD', 250_000)).toBe('$2.5K')
  expect(shortMoneyIn('es', 'USD', 50_000)).toBe('$500')
  expect(shortMoneyIn('fr', 'USD', 50_000)).toMatch(/^500\s\$$/)
})

test('shares and quantities are written as the language does, also in a discount’s name', () => {
  expect([percentIn('fr', 8.875), percentIn('en', 8.875)]).toEqual(['8,875\u00a0%', '8.875%'])
  expect([quantityIn('fr', 0.35), quantityIn('en', 0.35)]).toEqual(['0,35', '0.35'])
  const regular = { kind: 'percent', value: 1_050, reason: 'Fidélité' } as const
  expect(discountName(regular, (share) => percentIn('fr', share))).toBe('Fidélité 10,5\u00a0%')
  expect(discountName(regular)).toBe('Fidélité 10.5%')
  expect(discountName({ kind: 'amount', value: 200, reason: 'Bon' }, (share) => percentIn('fr', share))).toBe(
    'Bon',
  )
})

test('French has a no-break space before the colon between a label and its value', () => {
  expect(labelledIn('fr', 'Paiement', 'Payé')).toBe('Paiement\u00a0: Payé')
  expect(labelledIn('en', 'Payment', 'Paid')).toBe('Payment: Paid')
})

test('French writes the first day of a month as 1er, and other days as plain numbers', () => {
  const on = (day: number) =>
    dateIn('fr', new Date(Date.UTC(2026, 11, day, 1, 5)), { dateStyle: 'long', timeZone })
  expect([on(1), on(11), on(21)]).toEqual(['1er décembre 2026', '11 décembre 2026', '21 décembre 2026'])
  const withTime = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const
  expect(dateIn('fr', new Date(Date.UTC(2026, 11, 1, 1, 5)), withTime)).toMatch(
    /^1er déc\. 2026.* 0?1\u00a0h\u00a005$/,
  )
})

afterEach(() => vi.unstubAllEnvs())

test('an hour of the report keeps its name when the computer’s time zone is changed meanwhile', () => {
  vi.stubEnv('TZ', 'America/New_York')
  expect(hourIn('en', 9)).toBe('9\u00a0AM')
  vi.stubEnv('TZ', 'Asia/Tokyo')
  expect(hourIn('en', 9)).toBe('9\u00a0AM')
  expect(hourIn('fr', 0)).toBe('0\u00a0h')
})
