import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  giftCardCodeIn,
  groupedCode,
  isGiftCardCode,
  lastFourOf,
  newGiftCardCode,
} from '../../../../src-shared/payments/gift-card-code.ts'

const letters = 'BCDFGHJKLMNPQRSTVWXZ'
const drawn = fc.array(fc.nat(19), { minLength: 15, maxLength: 15 }).map((numbers) => {
  let next = 0
  return newGiftCardCode(() => numbers[next++] ?? 0)
})

describe('the code of a gift card', () => {
  test('a typed code is read in any case and grouping', () => {
    fc.assert(
      fc.property(drawn, (code) => {
        expect(isGiftCardCode(code)).toBe(true)
        expect(giftCardCodeIn(groupedCode(code))).toBe(code)
        expect(giftCardCodeIn(` ${groupedCode(code).toLowerCase().replaceAll('-', ' ')}`)).toBe(code)
        expect(groupedCode(code).endsWith(`-${lastFourOf(code)}`)).toBe(true)
      }),
    )
  })

  test('a code with one wrong letter is invalid', () => {
    fc.assert(
      fc.property(drawn, fc.nat(15), fc.nat(18), (code, at, other) => {
        const wrong = letters.replace(code.charAt(at), '').charAt(other)
        expect(isGiftCardCode(code.slice(0, at) + wrong + code.slice(at + 1))).toBe(false)
      }),
    )
  })

  test('receipt numbers, card numbers and barcodes are not codes', () => {
    for (const text of ['KT1042', '4242424242424242', '4006381333931', '', 'KXBTRWQMHJDLPFC']) {
      expect(giftCardCodeIn(text), text).toBeNull()
    }
  })
})
