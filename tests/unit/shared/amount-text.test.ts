import { describe, expect, test } from 'vitest'
import { parseAmount } from '../../../src-shared/amount-text.ts'

describe('an amount that somebody typed', () => {
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
    ['', null],
  ])('%s is read alike in every language', (text, cents) => {
    for (const language of ['en', 'es', 'fr'] as const) expect(parseAmount(text, language)).toBe(cents)
  })

  test('12,500 is twelve thousand five hundred in English alone: elsewhere it may be a slip of 12,50', () => {
    expect(parseAmount('12,500')).toBe(1_250_000)
    expect(parseAmount('12,500', 'es')).toBeNull()
    expect(parseAmount('12,500', 'fr')).toBeNull()
  })
})
