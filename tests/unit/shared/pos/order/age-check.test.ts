import { expect, test } from 'vitest'
import { ageCheckIn, latestBirthday } from '../../../../../src-shared/pos/order/age-check.ts'
import { aLine, anOrder } from './arbitrary-order.ts'

const noon = (day: string) => `${day}T12:00:00.000Z`

test.each([
  ['2026-11-22', 18, '2008-11-22'],
  ['2026-01-01', 21, '2005-01-01'],
  // A person born on 1 March is not old enough on 29 February.
  ['2028-02-29', 18, '2010-02-28'],
  ['2026-02-28', 18, '2008-02-28'],
  ['2026-03-01', 18, '2008-03-01'],
])('on %s a customer of %i years was born by %s', (today, years, born) => {
  expect(latestBirthday(noon(today), years, 'UTC')).toBe(born)
})

test.each([
  // The computer's time zone differs from the shop's, and the shop's date is a day ahead or behind.
  ['2026-11-22T23:30:00Z', 'Pacific/Auckland', '2008-11-23'],
  ['2026-11-22T03:30:00Z', 'America/New_York', '2008-11-21'],
])('at %s, the date in %s counts: born by %s', (at, timeZone, born) => {
  expect(latestBirthday(at, 18, timeZone)).toBe(born)
})

test('an age checked for one line also counts for lines with the same or a lower age limit', () => {
  const check = { minimum_age: 18, born_by: '2008-11-22', at: noon('2026-11-22') }
  const order = anOrder(aLine(), aLine({ id: 'line_2', age_check: check }))
  expect(ageCheckIn(order, 16)).toEqual(check)
  expect(ageCheckIn(order, 18)).toEqual(check)
  expect(ageCheckIn(order, 21)).toBeNull()
  expect(ageCheckIn(anOrder(aLine()), 16)).toBeNull()
})
