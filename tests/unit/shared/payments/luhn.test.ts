import { expect, test } from 'vitest'
import { passesLuhn } from '../../../../src-shared/payments/luhn.ts'

test('the check digit detects a mistyped card number (ISO/IEC 7812)', () => {
  expect(passesLuhn('4111111111111111')).toBe(true)
  expect(passesLuhn('4111111111111112')).toBe(false)
  expect(passesLuhn('378282246310005')).toBe(true)
  expect(passesLuhn('378228246310005')).toBe(false)
})

test('a number of fewer than 12 digits or with other characters is not a card number', () => {
  expect(passesLuhn('4111')).toBe(false)
  expect(passesLuhn('0')).toBe(false)
  expect(passesLuhn('4111 1111 1111 1111')).toBe(false)
})
