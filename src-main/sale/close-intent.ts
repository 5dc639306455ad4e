import type { OperationBody } from '../../src-shared/api/operations.ts'
import type { PaymentIntent, PaymentIntentStatus } from '../../src-shared/api/schemas/payment-intent.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { detailOf } from '../service-calls/failures.ts'
import { isRefundUnanswered } from './refund-answers.ts'

/** The result of one attempt. `returned`: the intent had been charged, and the money goes back. */
export type ClosingAttempt =
  | { readonly kind: 'closed'; readonly returned: boolean }
  /** `status` as the service shows it; null without an answer that contains it. */
  | { readonly kind: 'open'; readonly status: PaymentIntentStatus | null; readonly detail: string }

/**
 * Attempts once to close an intent for good: cancelling it voids its payment while that is unsettled (section 4.2);
 * after settlement the payment is refunded. The intent counts as closed only if the service shows it as closed: an
 * unknown intent may exist, hidden by this API key or missing from a restored database.
 */
export async function closeIntent(
  client: ClientSource,
  intentId: string,
  request: {
    readonly reason: OperationBody<'payment_intents.cancel'>['cancellation_reason']
    /** Idempotency key of the cancel; after an answer use another key, or the service only repeats that answer. */
    readonly key: string
    readonly refundKey: string
  },
): Promise<ClosingAttempt> {
  const params = { id: intentId }
  const cancelled = await callService(client, 'payment_intents.cancel', {
    params,
    body: { cancellation_reason: request.reason },
    idempotencyKey: request.key,
  })
  if (cancelled.ok && cancelled.value.status === 'cancelled') return closed(cancelled.value)
  if (!cancelled.ok && cancelled.error.kind === 'no_answer') return open(null, detailOf(cancelled.error))
  const found = await callService(client, 'payment_intents.get', { params })
  if (!found.ok) return open(null, detailOf(found.error))
  const { status, settlement_status } = found.value
  if (status === 'cancelled' || status === 'failed') return closed(found.value)
  if (status === 'captured' && settlement_status === 'settled') {
    return refund(client, found.value, request.refundKey)
  }
  return open(status, cancelled.ok ? `The intent is ${status}.` : detailOf(cancelled.error))
}

async function refund(
  client: ClientSource,
  { latest_payment: payment, status }: PaymentIntent,
  idempotencyKey: string,
): Promise<ClosingAttempt> {
  if (payment === null) return open(status, 'The intent has no payment.')
  const params = { id: payment.id }
  if (payment.amount_refunded >= payment.amount_captured) {
    const unanswered = await isRefundUnanswered(client, payment)
    if (!unanswered.ok) return open(status, detailOf(unanswered.error))
    return unanswered.value
      ? open(status, 'The bank has not answered the refund.')
      : { kind: 'closed', returned: true }
  }
  const made = await callService(client, 'refunds.create', { params, body: {}, idempotencyKey })
  if (!made.ok) return open(status, detailOf(made.error))
  // The bank has accepted the refund; the money may wait for the next settlement.
  const accepted = made.value.status !== 'failed' && made.value.awaits !== 'processor'
  return accepted ? { kind: 'closed', returned: true } : open(status, `The refund is ${made.value.status}.`)
}

const open = (status: PaymentIntentStatus | null, detail: string): ClosingAttempt => ({
  kind: 'open',
  status,
  detail,
})

const closed = ({ latest_payment: payment }: PaymentIntent): ClosingAttempt => ({
  kind: 'closed',
  returned: payment?.status === 'voided' || payment?.status === 'cancelled',
})
