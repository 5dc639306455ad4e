import { type Cents, maximumAmount } from '../../src-shared/money.ts'

export const digitKeys = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9'] as const
export type AmountKey = (typeof digitKeys)[number] | '00' | 'backspace' | 'clear'

export const isDigitKey = (key: string): key is (typeof digitKeys)[number] =>
  digitKeys.some((digit) => digit === key)

export const isAmountKey = (key: string): key is AmountKey =>
  isDigitKey(key) || key === '00' || key === 'backspace' || key === 'clear'

/**
 * Digits are appended from the cents, as on every card terminal: 1, 2, 3, 4 is $12.34.
 * A key that would exceed the largest amount of the specification (section 8) changes nothing.
 */
export function pressKey(amount: Cents, key: AmountKey): Cents {
  switch (key) {
    case 'clear':
      return 0
    case 'backspace':
      return Math.floor(amount / 10)
    case '00':
      return append(append(amount, 0) ?? Number.NaN, 0) ?? amount
    default:
      return append(amount, Number(key)) ?? amount
  }
}

/** Returns null if the result would be too large. Compares before multiplying, so that no digit is rounded away. */
function append(amount: Cents, digit: number): Cents | null {
  return amount <= (maximumAmount - digit) / 10 ? amount * 10 + digit : null
}
