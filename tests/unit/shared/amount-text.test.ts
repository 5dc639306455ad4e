import { describe, expect, test } from 'vitest'
import { parseAmount, writeAmount, writeNumber } from '../../../src-shared/amount-text.ts'
import { languages } from '../../../src-shared/language.ts'

describe('a typed amount', () => {
  test.each([
    ['12', 1_200],
    ['12.5', 1_250],
    ['12,50', 1_250],
    ['$1,234.50', 123_450],
    ['1 234,50 $', 123_450],
    ['CA$1,234.50', 123_450],
    ['12,50 $ CA', 1_250],
    ['1 234,50 $ US', 123_450],
    ['CAD 12.50', 1_250],
    ['1,234,567', 123_456_700],
    ['12.345', null],
    ['12,3456', null],
    ['2500.555', null],
    ['2,500.555', null],
    ['2.500,555', null],
    ['1.234.567,50', 123_456_750],
    ['90071992547409.91', 9_007_199_254_740_991],
    ['90071992547409.92', null],
    ['', null],
  ])('%s is read the same in every language', (text, cents) => {
    for (const language of ['en', 'es', 'fr'] as const) expect(parseAmount(text, language)).toBe(cents)
  })

  test('12,500 means 12500.00 in English only: in Spanish and French it may be a mistyped 12,50', () => {
    expect(parseAmount('12,500')).toBe(1_250_000)
    expect(parseAmount('12,500', 'es')).toBeNull()
    expect(parseAmount('12,500', 'fr')).toBeNull()
  })
})

describe('an amount written into a field', () => {
  test.each([
    ['en', '1234.50', '12.5'],
    ['es', '1234.50', '12.5'],
    ['fr', '1234,50', '12,5'],
  ] as const)('%s: the amount %s and the share %s', (language, amount, share) => {
    expect(writeAmount(123_450, language)).toBe(amount)
    expect(writeNumber(12.5, language)).toBe(share)
  })

  test('a written amount is read back unchanged in every language', () => {
    for (const language of languages) {
      for (const cents of [0, 5, 50, 1_250, 123_456_789]) {
        expect(parseAmount(writeAmount(cents, language), language)).toBe(cents)
      }
    }
  })
})
