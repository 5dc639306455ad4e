import { expect, test } from 'vitest'
import { isMonthOver } from '../../../../src-shared/payments/card-expiry.ts'

test.each([
  ['11', '2026', 'in London', '2026-11-30T23:59:59Z', false],
  ['11', '2026', 'in New York', '2026-11-30T23:59:59-05:00', false],
  ['02', '2028', 'in Honolulu, on 29 February', '2028-02-29T23:59:59-10:00', false],
  ['02', '2027', 'in Honolulu, on 28 February', '2027-02-28T23:59:59-10:00', false],
  ['12', '2027', 'in Pago Pago, on 31 December', '2027-12-31T23:59:59-11:00', false],
  ['11', '2026', 'a second before November is over everywhere', '2026-12-01T11:59:59Z', false],
  ['11', '2026', 'when November is over everywhere', '2026-12-01T12:00:00Z', true],
  ['02', '2028', 'when February is over everywhere', '2028-03-01T12:00:00Z', true],
])('the month of a card until %s/%s %s (%s) is over: %s', (month, year, _when, at, over) => {
  expect(isMonthOver({ month, year }, Date.parse(at))).toBe(over)
})
