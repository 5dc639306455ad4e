import { expect, test } from 'vitest'
import { allocate } from '../../../../../src-shared/pos/order/allocate.ts'

const share = (id: string, over: number, under: number) => ({
  id,
  exact: { over: BigInt(over), under: BigInt(under) },
})
const allocated = (amount: number, ...shares: readonly ReturnType<typeof share>[]) =>
  Object.fromEntries(allocate(amount, shares))

test('the cent that rounding leaves goes to the largest remainder, whatever the fractions are of', () => {
  expect(allocated(1, share('a', 1, 3), share('b', 1, 2))).toEqual({ a: 0, b: 1 })
  expect(allocated(1, share('a', 40, 119), share('b', 30, 100))).toEqual({ a: 1, b: 0 })
  expect(allocated(5, share('a', 7, 2), share('b', 5, 3))).toEqual({ a: 3, b: 2 })
})

test('of equal remainders the first by id gets the cent, in whatever order the shares are given', () => {
  expect(allocated(1, share('a', 1, 2), share('b', 1, 2))).toEqual({ a: 1, b: 0 })
  expect(allocated(1, share('b', 1, 2), share('a', 2, 4))).toEqual({ a: 1, b: 0 })
})
