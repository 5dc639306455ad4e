import { expect, test } from 'vitest'
import { refundableOf } from '../../../../src-shared/payments/refundable.ts'

const payment = {
  ...{ amount_captured: 1000, amount_refunded: 0, amount_disputed: 0, amount_reversed: 0 },
  ...{ disputed: false, reversed: false, gateway_response: {} },
}

test('the refundable amount is what was neither refunded nor taken back by the bank', () => {
  expect(refundableOf(payment)).toBe(1000)
  expect(refundableOf({ ...payment, amount_refunded: 300 })).toBe(700)
  expect(refundableOf({ ...payment, disputed: true, amount_disputed: 600 })).toBe(400)
  expect(refundableOf({ ...payment, reversed: true, amount_reversed: 1000 })).toBe(0)
})

test('after a failed refund, a payment disputed as a whole still has nothing to refund', () => {
  // A node of the previous version booked the refund as failed, and did not change the total of the dispute.
  const disputed = {
    ...payment,
    disputed: true,
    amount_disputed: 700,
    gateway_response: { dispute_amount: 1000 },
  }
  expect(refundableOf(disputed)).toBe(0)
  const lost = { ...disputed, amount_refunded: 100 }
  expect(refundableOf(lost)).toBe(0)
  const inPart = { ...disputed, amount_disputed: 500, gateway_response: { dispute_amount: 600 } }
  expect(refundableOf(inPart)).toBe(400)
})

test('a dispute that the business won reduces nothing, although its amount stays recorded', () => {
  const won = { ...payment, gateway_response: { dispute_amount: 1000, dispute_status: 'won' } }
  expect(refundableOf(won)).toBe(1000)
})

test('gateway fields of the same names cannot raise the refundable amount or add fractions of a cent', () => {
  const disputed = { ...payment, disputed: true, amount_disputed: 600 }
  expect(refundableOf({ ...disputed, gateway_response: { dispute_amount: 0 } })).toBe(400)
  expect(refundableOf({ ...disputed, gateway_response: { dispute_amount: 6.5 } })).toBe(400)
  expect(refundableOf({ ...disputed, gateway_response: { dispute_amount: 600.5 } })).toBe(400)
  const reversed = { ...payment, reversed: true, amount_reversed: 1000 }
  expect(refundableOf({ ...reversed, gateway_response: { reversal_amount: 10 } })).toBe(0)
  expect(refundableOf({ ...payment, gateway_response: { reversal_amount: 500 } })).toBe(1000)
})

test('after a failed refund, a payment reversed as a whole still has nothing to refund', () => {
  const reversed = {
    ...payment,
    reversed: true,
    amount_reversed: 700,
    gateway_response: { reversal_amount: 1000 },
  }
  expect(refundableOf(reversed)).toBe(0)
})
