import { describe, expect, test } from 'vitest'
import { code128, moduleDots } from '../../../../src-shared/receipt/code128.ts'

const modules = (text: string) => code128(text).reduce((sum, width) => sum + width, 0)

describe('a barcode', () => {
  test('a barcode has a start, a pattern for each letter, a checksum and a stop of standard width', () => {
    for (const text of ['KT1042', 'A', '~ !09azAZ']) {
      expect(code128(text)).toHaveLength(6 * (text.length + 2) + 7)
      expect(modules(text)).toBe(11 * (text.length + 2) + 13)
      expect(code128(text).every((width) => width >= 1 && width <= 4)).toBe(true)
    }
  })

  test('the standard’s example PJJ123C has the checksum 55', () => {
    // Start B; P J J 1 2 3 C; (104 + 48 + 2·42 + 3·42 + 4·17 + 5·18 + 6·19 + 7·35) mod 103 = 55; stop.
    const widths =
      '211214' +
      '313121' +
      '112133' +
      '112133' +
      '123221' +
      '223211' +
      '221132' +
      '131321' +
      '311321' +
      '2331112'
    expect(code128('PJJ123C').join('')).toBe(widths)
  })

  test('every letter has its own pattern, whose bars are an even number of modules', () => {
    const letters = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
    const patterns = letters.map((letter) => code128(letter).slice(6, 12))
    expect(new Set(patterns.map((widths) => widths.join(''))).size).toBe(95)
    for (const [a = 0, , b = 0, , c = 0] of patterns) expect((a + b + c) % 2).toBe(0)
  })

  test('a barcode is as wide as the paper allows, and is left out where it does not fit', () => {
    expect([48, 42, 32].map((columns) => moduleDots('KT1042', columns))).toEqual([3, 3, 3])
    expect([48, 42, 32].map((columns) => moduleDots('BCDFGHJKLMNPQRSB', columns))).toEqual([2, 2, null])
  })

  test('characters that Code 128 cannot encode are refused', () => {
    expect(() => code128('ÿ')).toThrow(RangeError)
  })
})
