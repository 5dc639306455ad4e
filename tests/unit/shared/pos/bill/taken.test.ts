import { expect, test } from 'vitest'
import { takenOf } from '../../../../../src-shared/pos/bill/balance.ts'
import { bill, cardTender } from '../returns/arbitrary-bill.ts'

test('what a customer paid in all is the bill with the tips and surcharges of the cards that stand', () => {
  const returned = { ...cardTender('sale_2', 1_000, 500), status: 'returned' } as const
  const paid = bill({ total: 4_299, tenders: [returned, cardTender('sale_1', 4_299, 600, 30)] })
  expect(takenOf(paid)).toBe(4_929)
  expect(takenOf(bill({ total: 1_234 }))).toBe(1_234)
})
