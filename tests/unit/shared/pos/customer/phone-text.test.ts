import { expect, test } from 'vitest'
import { phoneText } from '../../../../../src-shared/pos/customer/phone-text.ts'
import { parsePhone } from '../../../../../src-shared/pos/links/payment-link-steps.ts'

test('a number of the United States or Canada is written in groups, and can be read back', () => {
  expect(phoneText('+15035550142')).toBe('(503)\u00A0555-0142')
  expect(parsePhone(phoneText('+15035550142'))).toBe('+15035550142')
})

test.each(['+33612345678', '+1503555014', '503 555 0142', ''])('%j stays as it is', (phone) => {
  expect(phoneText(phone)).toBe(phone)
})
