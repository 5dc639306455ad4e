import { expect, test } from 'vitest'
import { isExpired } from '../../../../../src-shared/pos/customer/expired-card.ts'

test.each([
  ['11', '2026', '2026-11-30', false],
  ['11', '2026', '2026-12-01', true],
  ['12', '2026', '2027-01-01', true],
  ['01', '2027', '2026-12-31', false],
])('a saved card with %s/%s is, on %s, expired: %s', (exp_month, exp_year, day, expired) => {
  expect(isExpired({ exp_month, exp_year }, day)).toBe(expired)
})
