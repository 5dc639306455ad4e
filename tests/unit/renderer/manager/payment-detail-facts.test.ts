import { expect, test } from 'vitest'
import { chipFactsOf, detailFactsOf } from '../../../../src-renderer/manager/payment-detail-facts.ts'
import { histories } from '../../../pictures/manager-data.ts'
import { chipPaid } from '../../../pictures/put-right-data.ts'

test('a payment’s page names the receipt, the cashier, the counter, the terminal and the settlement', () => {
  expect(detailFactsOf(chipPaid)).toEqual([
    { name: 'receipt_number', value: 'KT1042' },
    { name: 'cashier', value: 'Ann Lee' },
    { name: 'counter', value: 'Garden bar' },
    { name: 'terminal', value: 'VT-1' },
    { name: 'settled', value: '2026-11-22T03:00:00.000Z' },
    { name: 'settlement', value: 'se_01jd7k' },
  ])
})

test('a payment’s page leaves out unknown facts, and values that are not text', () => {
  const { intent, payments, refunds } = histories.paid
  expect(detailFactsOf(histories.paid)).toEqual([])
  const odd = { ...intent, user_fields: { cashier: 7, counter: '' }, order_details: { bill: 'none' } }
  expect(detailFactsOf({ intent: odd, payments, refunds })).toEqual([])
})

test('a payment’s page shows the chip data that a bank asks about, and nothing else of the chip data', () => {
  const [payment] = chipPaid.payments
  if (payment === undefined) throw new Error('no payment')
  expect(chipFactsOf(payment).map(({ name }) => name)).toEqual(['Application Label', 'AID', 'TVR', 'CVM'])
  expect(chipFactsOf({ ...payment, emv_tag_data: 'not json' })).toEqual([])
  expect(chipFactsOf({ ...payment, emv_tag_data: null })).toEqual([])
})
