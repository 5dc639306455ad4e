import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { holdsCardData } from '../../../../src-shared/payments/card-data.ts'
import { cardNumbersIn } from '../../../../src-shared/payments/card-number.ts'
import { passesLuhn } from '../../../../src-shared/payments/luhn.ts'
import { holdsNumber, isCardNumber } from './card-number-by-definition.ts'

const digit = fc.constantFrom(...'0123456789')
const digitsOf = (least: number, most: number) =>
  fc.array(digit, { minLength: least, maxLength: most }).map((each) => each.join(''))

/** The first digits of every network, and some just outside their ranges. */
const begins = [
  ...[
    '4',
    '50',
    '51',
    '58',
    '59',
    '21',
    '22',
    '27',
    '28',
    '34',
    '37',
    '300',
    '305',
    '306',
    '309',
    '36',
    '38',
  ],
  ...[
    '39',
    '6',
    '60',
    '61',
    '62',
    '64',
    '65',
    '35',
    '81',
    '82',
    '83',
    '2200',
    '2204',
    '2205',
    '9792',
    '9793',
  ],
  ...['5018', '5020', '5038', '56', '57', '00', '0004', '1'],
] as const

/** Digits of about the length of a card number, most with a valid check digit. */
const number = fc
  .tuple(fc.constantFrom(...begins), fc.integer({ min: 12, max: 20 }), digitsOf(20, 20), fc.boolean())
  .map(([first, length, rest, isRight]) => {
    const digits = (first + rest).slice(0, length - 1)
    return digits + ([...'0123456789'].find((last) => passesLuhn(digits + last) === isRight) ?? '0')
  })

describe('a card’s number anywhere in a run of digits', () => {
  test('a card number is found exactly where the simple definition finds it', () => {
    const text = fc
      .tuple(digitsOf(0, 25), number, digitsOf(0, 25))
      .map(([before, found, after]) => before + found + after)
    fc.assert(
      fc.property(text, (digits) => {
        const isNumberAt = cardNumbersIn(digits)
        const wrong: string[] = []
        for (let from = 0; from <= digits.length; from += 1)
          for (let length = 0; length <= 25; length += 1) {
            const part = digits.slice(from, from + length)
            const expected = part.length === length && isCardNumber(part)
            if (isNumberAt(from, length) !== expected) wrong.push(part)
          }
        expect(wrong, digits).toEqual([])
      }),
      { numRuns: 300 },
    )
  })
})

describe('a card’s number in a text', () => {
  const gap = fc.constantFrom(' ', ' ', '-', '-', '.', ', ', ' - ', '----', ' + ', '(', ' x ', '\n', '')
  /** A number in groups of one size with a separator, as people type, copy or disguise it. */
  const grouped = fc
    .tuple(number, fc.constantFrom([4], [1], [2], [5], [16], [4, 6], [6, 13], [3, 1]), fc.array(gap))
    .map(([digits, sizes, gaps]) => {
      let text = ''
      for (let at = 0, group = 0; at < digits.length; group += 1) {
        const size = sizes[group % sizes.length] ?? 1
        text +=
          (group === 0 ? '' : (gaps[group % Math.max(1, gaps.length)] ?? '-')) + digits.slice(at, at + size)
        at += size
      }
      return text
    })
  const piece = fc.oneof(grouped, number, gap, digitsOf(1, 6), fc.constantFrom('1230', '0925123', 'no.'))

  test('a card number is found exactly where the definition finds it, with any mix of groups and separators', () => {
    let found = 0
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const text = pieces.join('')
        // A line break counts as a space.
        const expected = holdsNumber(text.replaceAll('\n', ' '))
        if (expected) found += 1
        expect(holdsCardData(text), JSON.stringify(text)).toBe(expected)
      }),
      { numRuns: 5_000 },
    )
    expect(found).toBeGreaterThan(100)
    expect(found).toBeLessThan(4_000)
  })

  test('a card number is found exactly where the definition finds it among single digits', () => {
    const singles = fc.array(fc.tuple(digit, fc.constantFrom(' ', '-', '-')), { maxLength: 40 })
    fc.assert(
      fc.property(singles, (each) => {
        const text = each.flat().join('')
        expect(holdsCardData(text), JSON.stringify(text)).toBe(holdsNumber(text))
      }),
      { numRuns: 3_000 },
    )
  })
})
