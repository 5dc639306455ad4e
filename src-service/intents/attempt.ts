import type { EventTypeOf } from '../../src-shared/api/event-types.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { takenBackTotals } from '../../src-shared/payments/taken-by-bank.ts'
import { ok } from '../../src-shared/result.ts'
import type { SessionDocument } from '../checkout/documents.ts'
import { followIntent } from '../checkout/follow-intent.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import type { Clock } from '../time/clock.ts'
import type { Decided, DecisionResult } from '../use-case.ts'
import { brokenInvariant, intentMayMove, paymentMayMove, totalsOf } from './states.ts'

/** An intent with its latest payment: the two rows that change together whenever money moves. */
export interface Attempt {
  readonly intent: Row<PaymentIntent>
  readonly payment: Row<Payment>
  /** The checkout session that ends with the intent; null when there is none, or it has ended. */
  readonly session: Row<SessionDocument> | null
}

/** The reply for clients: the intent with the payment inside, and the payment. */
export interface AttemptReply {
  readonly intent: PaymentIntent
  readonly payment: Payment
}

/** Converts a decision about an attempt to one whose reply is the intent. */
export const intentOf = (decision: DecisionResult<AttemptReply>): DecisionResult<PaymentIntent> =>
  decision.ok ? ok({ ...decision.value, reply: decision.value.reply.intent }) : decision

export interface AttemptChange {
  readonly payment: Partial<Payment>
  readonly intent?: Partial<Omit<PaymentIntent, 'latest_payment'>>
  /** Event names in the style of section 6, besides the payment's own `v2.payment.{status}`. */
  readonly intentEvent?: EventTypeOf<'payment_intent'>
}

/**
 * Changes both rows together: the intent gets the payment's totals and the current payment.
 * @throws when the change would violate the state tables or the invariants: that is a fault of the service, and nothing
 *   must be written.
 * @param dating how the end of its checkout session is dated for clients; for changes that can complete one
 */
export function changeAttempt(
  attempt: Attempt,
  change: AttemptChange,
  now: number,
  dating?: Pick<Clock, 'dated'>,
): { readonly attempt: Attempt; readonly decided: Decided<AttemptReply> } {
  const payment = changed(attempt.payment, withTakenBack(attempt.payment.document, change.payment), now)
  const { status } = attempt.intent.document
  const followed = followIntent(attempt.session, status, change.intent?.status ?? status, now, dating)
  const intent = changed(
    attempt.intent,
    {
      latest_payment: payment.document,
      ...change.intent,
      ...followed.intent,
      ...totalsOf(payment.document),
    },
    now,
  )
  const { session } = followed
  assertLawful(attempt, { intent, payment, session })
  const moved = payment.document.status !== attempt.payment.document.status
  const account_id = intent.account_id
  return {
    attempt: { intent, payment, session },
    decided: {
      writes: [updateOf('payment', payment), updateOf('payment_intent', intent), ...followed.writes],
      events: [
        {
          account_id,
          type: moved ? `v2.payment.${payment.document.status}` : 'v2.payment.updated',
          object: payment.document,
        },
        ...(change.intentEvent === undefined
          ? []
          : [{ account_id, type: change.intentEvent, object: intent.document }]),
        ...followed.events,
      ],
      reply: { intent: intent.document, payment: payment.document },
    },
  }
}

/**
 * Changes a payment without changing its amounts. If its intent has been paid by another payment since, the intent
 * keeps the totals and the latest payment of that one.
 */
export function changeAside(
  { intent, payment }: Attempt,
  change: Pick<Payment, 'gateway_response'>,
  type: EventTypeOf<'payment'>,
  now: number,
): { readonly payment: Row<Payment>; readonly decided: Decided<AttemptReply> } {
  const next = changed(payment, change, now)
  const { document } = next
  const isLatest = intent.document.latest_payment?.id === payment.id
  const shown = isLatest ? changed(intent, { latest_payment: document }, now) : intent
  return {
    payment: next,
    decided: {
      writes: [updateOf('payment', next), ...(isLatest ? [updateOf('payment_intent', shown)] : [])],
      events: [{ account_id: payment.account_id, type, object: document }],
      reply: { intent: shown.document, payment: document },
    },
  }
}

/**
 * Recalculates disputed and reversed totals: an amount taken by a bank counts only as far as it was not refunded, so a
 * refund that fails later increases it.
 */
function withTakenBack(before: Payment, change: Partial<Payment>): Partial<Payment> {
  const { disputed = before.disputed, reversed = before.reversed } = change
  return disputed || reversed ? { ...change, ...takenBackTotals({ ...before, ...change }) } : change
}

function assertLawful(before: Attempt, after: Attempt): void {
  const from = { intent: before.intent.document.status, payment: before.payment.document.status }
  const to = { intent: after.intent.document.status, payment: after.payment.document.status }
  if (from.intent !== to.intent && !intentMayMove(from.intent, to.intent)) {
    throw new Error(`an intent cannot go from ${from.intent} to ${to.intent}`)
  }
  if (from.payment !== to.payment && !paymentMayMove(from.payment, to.payment)) {
    throw new Error(`a payment cannot go from ${from.payment} to ${to.payment}`)
  }
  const broken = brokenInvariant(after.payment.document)
  if (broken !== null) throw new Error(`payment ${after.payment.id}: ${broken}`)
}

/** Replaces `v2.payment.updated` with a more specific event. */
export const withPaymentEvent = <Reply>(
  decided: Decided<Reply>,
  event: EventTypeOf<'payment'>,
): Decided<Reply> => ({
  ...decided,
  events: decided.events.map((one) => (one.type === 'v2.payment.updated' ? { ...one, type: event } : one)),
})
