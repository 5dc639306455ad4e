import { expect, test } from 'vitest'
import { movedFor, returnedOf, takenOf } from '../../../../../src-shared/pos/bill/balance.ts'
import { bill, cardTender } from '../returns/arbitrary-bill.ts'
import { at } from '../transition/sale-fixtures.ts'

test('the amount taken for a bill is its total with the tips and surcharges of the cards that were not returned', () => {
  const returned = { ...cardTender('sale_2', 1_000, 500), status: 'returned' } as const
  const paid = bill({ total: 4_299, tenders: [returned, cardTender('sale_1', 4_299, 600, 30)] })
  expect(takenOf(paid)).toBe(4_929)
  expect(takenOf(bill({ total: 1_234 }))).toBe(1_234)
})

test('the amount taken or given back in cash includes its rounding', () => {
  const amounts = { amount: 1_002, rounding: -2, tendered: 1_000, change: 0 }
  const cash = { kind: 'cash', status: 'paid', id: 'cash_1', taken_at: at, ...amounts } as const
  expect(takenOf(bill({ total: 1_002, tenders: [cash] }))).toBe(1_000)
  const twice = bill({ total: 1_002, tenders: [{ ...cash, status: 'returned' }, cash] })
  expect([takenOf(twice), returnedOf(twice)]).toEqual([1_000, 1_000])
})

test('a bill of which only a part was paid is listed with that part, also after it was given back', () => {
  const cash = { kind: 'cash', id: 'cash_1', taken_at: at, amount: 3_000, rounding: 0 } as const
  const part = { ...cash, status: 'paid', tendered: 3_000, change: 0 } as const
  const left = bill({ total: 9_000, tenders: [part] })
  expect(movedFor(left)).toBe(3_000)
  expect(movedFor({ ...left, status: 'undoing', tenders: [{ ...part, status: 'returned' }] })).toBe(3_000)
  const paid = bill({ total: 4_299, tenders: [cardTender('sale_1', 4_299, 600, 30)] })
  expect(movedFor(paid)).toBe(4_929)
})
