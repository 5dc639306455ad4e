import { expect, test } from 'vitest'
import { amountShown } from '../../../../src-shared/payments/amount-shown.ts'

test('a captured payment shows the captured amount, and an authorized payment the authorized amount', () => {
  expect(amountShown({ status: 'captured', amount: 4_200, amount_captured: 4_000 })).toBe(4_000)
  expect(amountShown({ status: 'uncaptured', amount: 4_200, amount_captured: 0 })).toBe(4_200)
})
