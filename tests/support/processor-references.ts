import type { OrderFacts } from '../../src-service/processor/order-facts.ts'
import { orderIdOf } from '../../src-service/processor/order-id.ts'
import type { PaymentReference } from '../../src-service/processor/payment-reference.ts'
import type { RefundReference } from '../../src-service/processor/processor.ts'

/** A payment as it is passed to a processor. */
export const paymentRef = (payment_id: string, more: Partial<PaymentReference> = {}): PaymentReference => ({
  payment_id,
  account_id: 'acct_1',
  order_id: orderIdOf(payment_id),
  retrieval_reference: null,
  amount: 1000,
  currency: 'USD',
  rail: 'card',
  hsn: null,
  begun_at: 0,
  ...more,
})

export const refundRef = (refund_id: string, amount: number): RefundReference => ({
  refund_id,
  order_id: orderIdOf(refund_id),
  amount,
  begun_at: 0,
})

/** The order of a card that a terminal reads. */
export const atCounter: OrderFacts = { channel: 'terminal', stored_credential: null, billing: {} }
/** The order of a payer in a browser. */
export const onPage: OrderFacts = { channel: 'e_commerce', stored_credential: null, billing: {} }
