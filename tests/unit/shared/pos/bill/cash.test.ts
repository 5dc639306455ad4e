import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cashDue,
  cashStepIn,
  cashSteps,
  quickAmounts,
  takeCash,
} from '../../../../../src-shared/pos/bill/cash.ts'

const balances = fc.integer({ min: 1, max: 100_000_000 })
const steps = fc.constantFrom(...cashSteps)

describe('cash for a balance', () => {
  test('cash handed over is the kept cash plus change, and the kept cash is the bill’s part plus rounding', () => {
    fc.assert(
      fc.property(balances, fc.nat(200_000_000), steps, (balance, handed, step) => {
        const tendered = handed - (handed % step)
        const taken = takeCash(balance, tendered, step)
        if (taken === null) {
          expect(tendered).toBe(0)
          expect(cashDue(balance, step)).toBeGreaterThan(0)
          return
        }
        expect(taken.amount + taken.rounding + taken.change).toBe(tendered)
        expect(taken.amount).toBeLessThanOrEqual(balance)
        expect(taken.change % step).toBe(0)
        // A part payment is never rounded and never gets change.
        if (taken.amount < balance) expect(taken).toMatchObject({ rounding: 0, change: 0 })
      }),
    )
  })

  test('rounding to 5 cents changes a balance by at most 2 cents, and leaves a multiple of 5 unchanged', () => {
    fc.assert(
      fc.property(balances, (balance) => {
        const due = cashDue(balance, 5)
        expect(due % 5).toBe(0)
        expect(Math.abs(due - balance)).toBeLessThanOrEqual(2)
        expect(cashDue(due, 5)).toBe(due)
        expect(cashDue(balance, 1)).toBe(balance)
      }),
    )
    expect([1001, 1002, 1003, 1004].map((balance) => cashDue(balance, 5))).toEqual([1000, 1000, 1005, 1005])
  })

  test('the rounded amount pays all of the balance, and less pays a part of it', () => {
    expect(takeCash(1002, 1000, 5)).toEqual({ amount: 1002, rounding: -2, change: 0 })
    expect(takeCash(1003, 1005, 5)).toEqual({ amount: 1003, rounding: 2, change: 0 })
    expect(takeCash(1003, 1000, 5)).toEqual({ amount: 1000, rounding: 0, change: 0 })
    expect(takeCash(1003, 2000, 5)).toEqual({ amount: 1003, rounding: 2, change: 995 })
  })

  test('without pennies, an amount that coins cannot make is refused', () => {
    expect(takeCash(1000, 1002, 5)).toBeNull()
    expect(takeCash(1000, 0, 1)).toBeNull()
    expect(takeCash(0, 100, 1)).toBeNull()
  })

  test('the suggested amounts are the exact amount and the next amounts payable in notes', () => {
    expect(quickAmounts(6_003)).toEqual([6_003, 6_500, 7_000, 8_000, 10_000])
    expect(quickAmounts(2_000)).toEqual([2_000, 5_000, 10_000])
    expect(quickAmounts(0)).toEqual([])
  })
})

test('cash is rounded to 5 cents in currencies without smaller coins, unless the shop chose otherwise', () => {
  expect(cashStepIn('CAD', { cash_step: null })).toBe(5)
  expect(cashStepIn('USD', { cash_step: null })).toBe(1)
  expect(cashStepIn('CAD', { cash_step: 1 })).toBe(1)
  expect(cashStepIn('USD', { cash_step: 5 })).toBe(5)
})
