import { expect, test } from 'vitest'
import { takenOf } from '../../../../../src-shared/pos/bill/balance.ts'
import { bill, cardTender } from '../returns/arbitrary-bill.ts'
import { at } from '../transition/sale-fixtures.ts'

test('what a customer paid in all is the bill with the tips and surcharges of the cards that stand', () => {
  const returned = { ...cardTender('sale_2', 1_000, 500), status: 'returned' } as const
  const paid = bill({ total: 4_299, tenders: [returned, cardTender('sale_1', 4_299, 600, 30)] })
  expect(takenOf(paid)).toBe(4_929)
  expect(takenOf(bill({ total: 1_234 }))).toBe(1_234)
})

test('what was paid in cash is what was taken after its rounding', () => {
  const amounts = { amount: 1_002, rounding: -2, tendered: 1_000, change: 0 }
  const cash = { kind: 'cash', status: 'paid', id: 'cash_1', taken_at: at, ...amounts } as const
  expect(takenOf(bill({ total: 1_002, tenders: [cash] }))).toBe(1_000)
  expect(takenOf(bill({ total: 1_002, tenders: [{ ...cash, status: 'returned' }, cash] }))).toBe(1_000)
})
