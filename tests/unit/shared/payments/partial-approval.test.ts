import { expect, test } from 'vitest'
import { balanceDue, isPartialApproval } from '../../../../src-shared/payments/partial-approval.ts'

test('an approval is partial when less is authorized than was asked for', () => {
  expect(isPartialApproval({ amount: 6500, amount_authorized: 5000 })).toBe(true)
  expect(isPartialApproval({ amount: 6500, amount_authorized: 6500 })).toBe(false)
})

test('the balance due is the amount less the approved part, and never below 0', () => {
  expect(balanceDue(6500, 5000)).toBe(1500)
  expect(balanceDue(5000, 5000)).toBe(0)
  expect(balanceDue(5000, 5100)).toBe(0)
})
