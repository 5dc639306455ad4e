import type { AccountDocument } from '../../../../src-service/accounts/documents.ts'
import { type LinkInput, linkMail } from '../../../../src-service/messages/link.ts'
import { receiptMail } from '../../../../src-service/messages/receipt-mail.ts'
import type { CheckoutSession } from '../../../../src-shared/api/schemas/checkout-session.ts'
import type { Payment } from '../../../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../../../src-shared/api/schemas/payment-intent.ts'
import type { Language } from '../../../../src-shared/language.ts'
import { receiptOutcome } from '../../../../src-shared/receipt/receipt-outcome.ts'
import { histories } from '../../../pictures/manager-data.ts'

/** The content of messages, for tests and for previews. */
export const account: AccountDocument = {
  tenant_id: 'ten_test',
  partner_id: null,
  business_id: 'bus_test',
  merchant_id: '4445000123456',
  name: 'Corner Coffee LLC',
  status: 'boarded',
  merchant: {
    dba: 'Corner Coffee & Bakery',
    address1: '1 Main Street',
    address2: 'Springfield, IL 62701',
    phone: '+1 555 010 0199',
    timezone: 'America/Chicago',
  },
}

const id = 'cs_01h455vb4pex5vsknk084sn001'
export const url = `https://pay.example.com/checkout/${id}#kPq3-Vb7_xYz0123456789AB`

export const items = [
  { name: 'Wedding cake, three tiers, lemon and raspberry', quantity: 1, amount: 24_000 },
  { name: 'Macarons', quantity: 48, unit_amount: 150 },
]

export const intent = {
  id: 'pi_01h455vb4pex5vsknk084sn002',
  account_id: 'acct_test',
  currency: 'USD',
  amount: 29_200,
  tip_amount: 2_000,
  tax_amount: 2_200,
  surcharge_amount: 0,
  description: 'Order 1042, to be fetched on Saturday at ten',
  order_details: { items },
} as unknown as PaymentIntent

export const session = {
  id,
  account_id: 'acct_test',
  amount: 29_200,
  subtotal: 31_200,
  discount_amount: 2_000,
  surcharge: { type: 'percentage', percent: 3 },
  expires_at: '2026-11-23T15:30:00.000Z',
} as unknown as CheckoutSession

export const link = (language: Language, changes: Partial<LinkInput> = {}): LinkInput => ({
  ...{ account, session, intent, url, language, training: false },
  ...changes,
})

export const envelope = { to: 'ana@example.com', cc: ['books@example.com'], from: 'receipts@example.com' }

const payment = {
  ...(histories.paid.payments[0] as Payment),
  ...{ amount: 29_200, amount_authorized: 29_200, amount_captured: 29_200, status: 'captured' },
  ...{ amount_refunded: 0, amount_reversed: 0, entry_mode: 'EMVContact', terminal_details: null },
  emv_tag_data: JSON.stringify({
    'Application Label': 'VISA CREDIT',
    AID: 'A0000000031010',
    PIN: 'Verified by PIN',
  }),
} as Payment

export function receiptIn(language: Language, training = false) {
  const outcome = receiptOutcome(payment)
  if (outcome.kind !== 'receipt') throw new Error('this payment has no receipt')
  return receiptMail({ account, intent, payment, outcome, language, training, ...envelope })
}

export const linkMailIn = (language: Language, changes: Partial<LinkInput> = {}) =>
  linkMail(link(language, changes), envelope)
