import { expect, test } from 'vitest'
import { rowOf } from '../../../../src-main/manager/found-payments.ts'
import { paymentAbout } from '../../../../src-renderer/manager/payment-about.ts'
import { createIdSource } from '../../../../src-shared/ids.ts'
import { histories } from '../../../pictures/manager-data.ts'

const { intent } = histories.paid
const newId = createIdSource(Date.now)
const about = (changes: Partial<typeof intent>) =>
  paymentAbout(rowOf({ ...intent, client_secret: '', description: 'Table 4', ...changes }))

test('a payment of a counter is described by its receipt number, and not by the counter’s own id', () => {
  const reference_id = newId('sale')
  expect(about({ reference_id, order_details: { bill: { number: 'QR1001' } } })).toEqual([
    'QR1001',
    'Table 4',
  ])
  for (const kind of ['sale', 'payment_link', 'action'] as const) {
    expect(about({ reference_id: newId(kind), order_details: {} })).toEqual(['Table 4'])
  }
})

test('a reference that another program gave is shown', () => {
  // Other programs make ids of the same form, which their customers may have received by e-mail.
  for (const reference_id of ['INV-2026-00412', 'order_01m8jvgsxe3r1bk7dk29aycdcf']) {
    expect(about({ reference_id, order_details: {} })).toEqual([reference_id, 'Table 4'])
  }
})
