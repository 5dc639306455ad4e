import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentHistory } from '../../src-shared/pos/manager/manager.ts'
import { declined, histories, intent, payment, refund } from './manager-data.ts'

/** Payments that a manager corrects, for pictures and screen tests. */

/** Split with contractors, one of whom has returned a part. */
export const shared: PaymentHistory = {
  intent: {
    ...intent,
    payment_splits: [
      { account_id: 'ctrct_01jd7k3vabc', amount: 800, description: 'Maria’s Flowers' },
      { account_id: 'ctrct_01jd7k3vdef', amount: 200 },
    ],
  },
  payments: [payment],
  refunds: [{ ...refund, amount: 300, refund_splits: [{ account_id: 'ctrct_01jd7k3vabc', amount: 150 }] }],
}

/** The bank was asked, and has not answered for a long time. */
export const unanswered: PaymentHistory = {
  intent: { ...intent, status: 'processing', amount_authorized: 0, amount_captured: 0, captured_at: null },
  payments: [
    {
      ...payment,
      status: 'processing',
      amount_authorized: 0,
      amount_captured: 0,
      auth_code: null,
      gateway_response: { pending_operation: { unresolved_since: '2026-11-21T15:00:00.000Z' } },
    },
  ],
  refunds: [],
}

const receiptData: NonNullable<Payment['terminal_details']>['receipt_data'] = {
  dba: 'Garden Café',
  address1: '12 Elm St',
  address_1: '12 Elm St',
  address2: 'Springfield, IL 62704',
  address_2: 'Springfield, IL 62704',
  phone: '+1 555 010 0123',
  header: '',
  order_note: 'Table 4',
  date_time: '20261121140231',
  items: '',
  name_on_card: '',
  footer: 'Thank you',
}

/** Sold by a named cashier, by chip, and settled. */
export const chipPaid: PaymentHistory = {
  ...histories.paid,
  intent: {
    ...intent,
    settlement_status: 'settled',
    settled_at: '2026-11-22T03:00:00.000Z',
    settlement_id: 'se_01jd7k',
    user_fields: { cashier: 'Ann Lee', counter: 'Garden bar' },
    order_details: { bill: { number: 'KT1042', total: 1481 } },
    payment_splits: [{ account_id: 'ctrct_01jd7k', amount: 300, description: 'Musicians' }],
  },
  payments: [
    {
      ...payment,
      entry_mode: 'EMVContact',
      emv_tag_data: JSON.stringify({
        ...{
          AID: 'A0000000031010',
          TVR: '0080008000',
          'Application Label': 'VISA CREDIT',
          CVM: 'Verified by PIN',
        },
        ...{ Mode: 'Issuer', 'Network Label': 'visa', TSI: '' },
      }),
      terminal_details: {
        ...{
          hsn: 'VT-1',
          entry_mode: 'EMVContact',
          signature: null,
          emv_tag_data: '',
          receipt_data: receiptData,
        },
      },
    },
    declined,
  ],
}
