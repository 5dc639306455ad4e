import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { isoTime } from '../clock.ts'
import type { AttemptReply } from '../intents/attempt.ts'
import type { AwaitedCard } from '../intents/pending-operation.ts'
import { orderOf } from '../processor/order-id.ts'
import { changed, inserted, updateOf } from '../store/row-writes.ts'
import type { Row, Write } from '../store/store.ts'
import type { Decided } from '../use-case.ts'

/**
 * Section 3.1: created → processing. Payment and intent as they are written before the processor is asked, so that a
 * crash leaves a payment to inquire about, never a charge nobody knows of.
 * @param more what else changes in the same moment: the payment method, its sealed card.
 */
export function processingWrites(
  intent: Row<PaymentIntent>,
  payment: Payment,
  more: readonly Write[],
  now: number,
): Decided<AttemptReply> {
  const { account_id } = intent
  const next = changed(intent, { status: 'processing', latest_payment: payment }, now)
  return {
    writes: [updateOf('payment_intent', next), inserted('payment', account_id, payment, now), ...more],
    events: [
      { account_id, type: 'v2.payment.processing', object: payment },
      { account_id, type: 'v2.payment_intent.processing', object: next.document },
    ],
    reply: { intent: next.document, payment },
  }
}

/**
 * What a payment waits for until its authorization is decided.
 * @param verified ms
 * @param terminal for a card that a terminal reads and authorizes by itself: what waits for that card
 */
export const awaitingAuthorization = (
  paymentId: string,
  verified: number,
  terminal?: AwaitedCard,
): Payment['gateway_response'] => ({
  pending_operation: {
    operation: 'authorize',
    since: isoTime(verified),
    void_attempts: 0,
    ...(terminal === undefined ? {} : { terminal }),
  },
  ...orderOf(paymentId, verified),
})
