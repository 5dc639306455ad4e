import { describe, expect, test } from 'vitest'
import type { AmountKey } from '../../../../src-renderer/cashier/amount-entry.ts'
import { allOf, type PartEntry, pressPart } from '../../../../src-renderer/manager/part-entry.ts'

const typed = (...keys: readonly AmountKey[]): PartEntry => keys.reduce(pressPart, allOf(4_200))

describe('a part of a payment', () => {
  test('a part of a payment is all of it until somebody types', () => {
    expect(allOf(1481)).toEqual({ amount: 1481, untouched: true })
  })

  test('a part of a payment begins anew with the first digit, and grows from the cents', () => {
    expect(typed('5', '00')).toEqual({ amount: 500, untouched: false })
  })

  test('a part of a payment is what was typed, also where that is more than there is', () => {
    expect(typed('5', '0', '0', '0')).toEqual({ amount: 5_000, untouched: false })
    expect(typed('5', '0', '00', 'backspace')).toEqual({ amount: 500, untouched: false })
  })

  test('a part of a payment untouched is emptied by what deletes', () => {
    expect(typed('backspace')).toMatchObject({ amount: 0, untouched: false })
    expect(typed('clear')).toMatchObject({ amount: 0 })
  })
})
