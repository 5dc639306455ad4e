import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { AttemptReply } from '../intents/attempt.ts'
import type { AwaitedCard } from '../intents/pending-operation.ts'
import { orderOf } from '../processor/order-id.ts'
import { changed, inserted, updateOf } from '../store/row-writes.ts'
import type { Row, Write } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { Decided } from '../use-case.ts'

/**
 * Section 3.1: created → processing. Returns payment and intent as written before the processor is asked, so that after
 * a crash there is a payment to inquire about, never an unknown charge.
 * @param more further writes of the same commit: the payment method, its sealed card.
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
 * Returns the pending operation of a payment until its authorization is decided.
 * @param verified ms
 * @param terminal for a card that a terminal reads and authorizes by itself: data to be used once the card is known
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
