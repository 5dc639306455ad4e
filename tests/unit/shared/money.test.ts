import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatMoney, maximumAmount, percentOf, sumOf } from '../../../src-shared/money.ts'

test('an amount is written to the cent, also a negative one and the largest', () => {
  expect(formatMoney(1_234_50)).toBe('$1,234.50')
  expect(formatMoney(5)).toBe('$0.05')
  expect(formatMoney(-5)).toBe('-$0.05')
  expect(formatMoney(-maximumAmount)).toBe('-$90,071,992,547,409.91')
})

test('a sum is exact to the cent, or null when it is out of range', () => {
  expect(sumOf([])).toBe(0)
  expect(sumOf([maximumAmount - 3, 1, 1, 1])).toBe(maximumAmount)
  expect(sumOf([maximumAmount, 1])).toBeNull()
  expect(sumOf([maximumAmount, maximumAmount, 1, -maximumAmount, -maximumAmount])).toBe(1)
  expect(sumOf([-maximumAmount, -1])).toBeNull()
})

test('a percentage is rounded half up to the cent, also of the largest amounts', () => {
  expect(percentOf(1234, 18)).toBe(222)
  expect(percentOf(150, 1)).toBe(2)
  expect(percentOf(1000, 12.5)).toBe(125)
  expect(percentOf(1236, 12.5)).toBe(155)
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: maximumAmount }),
      fc.integer({ min: 0, max: 100 }),
      (amount, percent) => {
        const twice = 2n * (BigInt(amount) * BigInt(percent)) - 200n * BigInt(percentOf(amount, percent))
        expect(twice >= -100n && twice < 100n).toBe(true)
      },
    ),
  )
})
