import { expect, test } from 'vitest'
import { rowOf } from '../../../../src-main/manager/found-payments.ts'
import { paymentAbout } from '../../../../src-renderer/manager/payment-about.ts'
import { histories } from '../../../pictures/manager-data.ts'

const { intent } = histories.paid
const about = (changes: Partial<typeof intent>) =>
  paymentAbout(rowOf({ ...intent, client_secret: '', description: 'Table 4', ...changes }))

test('a payment of a counter is known by its receipt, and not by the id that the counter made for itself', () => {
  const reference_id = 'sale_01m8jvgsxe3r1bk7dk29aycdcf'
  expect(about({ reference_id, order_details: { bill: { number: 'QR1001' } } })).toEqual([
    'QR1001',
    'Table 4',
  ])
  expect(about({ reference_id, order_details: {} })).toEqual(['Table 4'])
})

test('a reference that somebody gave stays', () => {
  expect(about({ reference_id: 'INV-2026-00412', order_details: {} })).toEqual(['INV-2026-00412', 'Table 4'])
})
