import { expect, test } from 'vitest'
import { amountShown } from '../../../../src-shared/payments/amount-shown.ts'

test('what was paid is what was taken, also where less was taken than asked', () => {
  expect(amountShown({ status: 'captured', amount: 4_200, amount_captured: 4_000 })).toBe(4_000)
  expect(amountShown({ status: 'uncaptured', amount: 4_200, amount_captured: 0 })).toBe(4_200)
})
