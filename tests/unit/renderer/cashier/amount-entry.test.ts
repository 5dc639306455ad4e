import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type AmountKey,
  digitKeys,
  isDigitKey,
  pressKey,
} from '../../../../src-renderer/cashier/amount-entry.ts'
import { maximumAmount } from '../../../../src-shared/money.ts'

const typed = (keys: string, from = 0): number =>
  [...keys].reduce((amount, key) => pressKey(amount, key as AmountKey), from)

describe('entering the amount', () => {
  test('digits are entered from the cents', () => {
    expect([typed('1'), typed('12'), typed('123'), typed('1234')]).toEqual([1, 12, 123, 1234])
  })

  test('00 multiplies the amount by 100, and leaves zero at zero', () => {
    expect(pressKey(12, '00')).toBe(1200)
    expect(pressKey(0, '00')).toBe(0)
  })

  test('Backspace removes the last digit, down to zero', () => {
    expect(pressKey(1234, 'backspace')).toBe(123)
    expect(pressKey(5, 'backspace')).toBe(0)
    expect(pressKey(0, 'backspace')).toBe(0)
  })

  test('the clear key sets the amount to zero', () => {
    expect(pressKey(1234, 'clear')).toBe(0)
  })

  test('the largest amount of section 8 can be entered exactly, and any further digit is ignored', () => {
    expect(typed('9007199254740991')).toBe(maximumAmount)
    expect(typed('9007199254740992')).toBe(900_719_925_474_099)
    expect(typed('0', maximumAmount)).toBe(maximumAmount)
  })

  test('00 is ignored when both zeros do not fit', () => {
    expect(pressKey(900_719_925_474_099, '00')).toBe(900_719_925_474_099)
  })

  test('the amount equals the digits typed, until no more digits fit', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...digitKeys), { maxLength: 15 }), (keys) => {
        expect(typed(keys.join(''))).toBe(Number(keys.join('') || '0'))
      }),
    )
  })

  test('the amount stays a whole number of cents after any keys', () => {
    const key = fc.constantFrom<AmountKey>(...digitKeys, '00', 'backspace', 'clear')
    fc.assert(
      fc.property(fc.array(key, { maxLength: 60 }), (keys) => {
        const amount = keys.reduce(pressKey, 0)
        expect(Number.isSafeInteger(amount) && amount >= 0).toBe(true)
      }),
    )
  })
})

describe('a digit key', () => {
  test('only 0 to 9 are digit keys', () => {
    expect(['0', '9'].every(isDigitKey)).toBe(true)
    expect(['00', 'a', '', 'Enter'].some(isDigitKey)).toBe(false)
  })
})
