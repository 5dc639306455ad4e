import { describe, expect, test } from 'vitest'
import type { AmountKey } from '../../../../src-renderer/cashier/amount-entry.ts'
import { allOf, type PartEntry, pressPart } from '../../../../src-renderer/manager/part-entry.ts'

const typed = (most: number, ...keys: readonly AmountKey[]): PartEntry =>
  keys.reduce((entry, key) => pressPart(entry, key, most), allOf(most))

describe('a part of a payment', () => {
  test('a part of a payment is all of it until somebody types', () => {
    expect(allOf(1481)).toEqual({ amount: 1481, untouched: true, refused: false })
  })

  test('a part of a payment begins anew with the first digit, and grows from the cents', () => {
    expect(typed(1481, '5', '00')).toEqual({ amount: 500, untouched: false, refused: false })
  })

  test('a part of a payment is never more than there is: the key that would pass it is refused', () => {
    expect(typed(981, '9', '8', '2')).toEqual({ amount: 98, untouched: false, refused: true })
    expect(typed(981, '9', '8', '1')).toMatchObject({ amount: 981, refused: false })
  })

  test('a part of a payment forgets the refusal with the next key that counts', () => {
    expect(typed(981, '9', '8', '2', 'backspace')).toMatchObject({ amount: 9, refused: false })
  })

  test('a part of a payment untouched is emptied by what deletes', () => {
    expect(typed(981, 'backspace')).toMatchObject({ amount: 0, untouched: false })
    expect(typed(981, 'clear')).toMatchObject({ amount: 0 })
  })
})
