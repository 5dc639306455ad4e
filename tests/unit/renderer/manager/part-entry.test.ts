import { describe, expect, test } from 'vitest'
import type { AmountKey } from '../../../../src-renderer/cashier/amount-entry.ts'
import { allOf, type PartEntry, pressPart } from '../../../../src-renderer/manager/part-entry.ts'

const typed = (...keys: readonly AmountKey[]): PartEntry => keys.reduce(pressPart, allOf(4_200))

describe('a part of a payment', () => {
  test('a part of a payment is the whole amount until a key is pressed', () => {
    expect(allOf(1481)).toEqual({ amount: 1481, untouched: true })
  })

  test('the first digit replaces the whole amount, and digits are entered from the cents', () => {
    expect(typed('5', '00')).toEqual({ amount: 500, untouched: false })
  })

  test('a part of a payment may be typed larger than the payment', () => {
    expect(typed('5', '0', '0', '0')).toEqual({ amount: 5_000, untouched: false })
    expect(typed('5', '0', '00', 'backspace')).toEqual({ amount: 500, untouched: false })
  })

  test('Backspace and clear empty an untouched amount', () => {
    expect(typed('backspace')).toMatchObject({ amount: 0, untouched: false })
    expect(typed('clear')).toMatchObject({ amount: 0 })
  })
})
