import { expect, test } from 'vitest'
import { newRefund } from '../../../../src-service/refunds/documents.ts'
import { goesWithPayment, wasShared } from '../../../../src-service/settlement/decide-settle-refund.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'

const refund = (operation: 'void' | 'refund', changes: Parameters<typeof newRefund>[1] = {}) =>
  newRefund(
    {
      ...{ id: 'ref_1', amount: 5_000, currency: 'USD', account_id: 'acct_1', payment_id: 'pmt_1' },
      ...{ payment_intent_id: 'pi_1', awaits: null, created_at: '2026-11-22T10:00:00.000Z' },
    },
    { status: 'succeeded', gateway_response: { operation }, ...changes },
  )
const payment = (settlement_status: Payment['settlement_status']) => ({ settlement_status }) as Payment

test('only a void that was carried out is settled together with its payment, and only once', () => {
  const unsettled = payment('unsettled')
  expect(goesWithPayment(refund('void'), unsettled)).toBe(true)
  expect(goesWithPayment(refund('refund'), unsettled)).toBe(false)
  expect(goesWithPayment(refund('void', { status: 'processing' }), unsettled)).toBe(false)
  expect(goesWithPayment(refund('void', { status: 'failed' }), unsettled)).toBe(false)
  expect(goesWithPayment(refund('void', { settlement_status: 'settled' }), unsettled)).toBe(false)
  expect(goesWithPayment(refund('void'), payment('settled'))).toBe(false)
})

test('a refund takes back contractors’ shares, and a void in time does not', () => {
  expect(wasShared(refund('refund'))).toBe(true)
  expect(wasShared(refund('void'))).toBe(false)
})
