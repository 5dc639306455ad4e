import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { refundableOf } from '../../src-shared/payments/refundable.ts'
import { type VoidObstacle, voidObstacle } from '../../src-shared/payments/voidable.ts'
import { assertNever, err, ok } from '../../src-shared/result.ts'
import type { SessionDocument } from '../checkout/documents.ts'
import { followIntent } from '../checkout/follow-intent.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { type Attempt, type AttemptReply, changeAttempt } from './attempt.ts'
import { type PendingOperation, withPending } from './pending-operation.ts'

/** An intent without a payment in progress. */
interface Unpaid {
  readonly intent: Row<PaymentIntent>
  /** The checkout session that ends with the intent. */
  readonly session: Row<SessionDocument> | null
}

/** created → cancelled: nothing is authorized, so the processor is not involved. */
export function decideCancelUnpaid(
  { intent: row, session }: Unpaid,
  reason: string | null,
  context: DecisionContext,
): DecisionResult<PaymentIntent> {
  const { now } = context
  const intent = row.document
  if (intent.status !== 'created') return err(cannotCancel(intent))
  const next = changed(
    row,
    { status: 'cancelled', cancelled_at: isoTime(now), cancellation_reason: reason },
    now,
  )
  const followed = followIntent(session, intent.status, 'cancelled', now, context)
  return ok({
    writes: [updateOf('payment_intent', next), ...followed.writes],
    events: [
      { account_id: row.account_id, type: 'v2.payment_intent.cancelled', object: next.document },
      ...followed.events,
    ],
    reply: next.document,
  })
}

/**
 * uncaptured, or captured while unsettled and not refunded → processing, until the processor has voided the payment.
 * Journals the request before it is sent to the processor.
 */
export function decideBeginVoid(
  attempt: Attempt,
  reason: string | null,
  { now, verified }: DecisionContext,
): DecisionResult<AttemptReply> {
  const intent = attempt.intent.document
  const payment = attempt.payment.document
  const from = payment.status
  const obstacle = voidObstacle(payment)
  if (obstacle !== null && obstacle !== 'not_authorized') {
    return err(conflict(intent.id, obstacleWords(obstacle, payment)))
  }
  if (intent.status !== from || (from !== 'uncaptured' && from !== 'captured'))
    return err(cannotCancel(intent))
  const pending: PendingOperation = { operation: 'void', since: isoTime(verified), from, reason }
  return ok(
    changeAttempt(
      attempt,
      {
        payment: { status: 'processing', gateway_response: withPending(payment, pending) },
        intent: { status: 'processing' },
      },
      now,
    ).decided,
  )
}

/** Why the payment cannot be voided, and what can be done instead. */
function obstacleWords(obstacle: Exclude<VoidObstacle, 'not_authorized'>, payment: Payment): string {
  const left = refundableOf(payment)
  switch (obstacle) {
    case 'external':
      return 'it was made at another gateway; void it there, or report a refund that was made there'
    case 'settled':
    case 'refunded': {
      const { amount_captured, amount_refunded } = payment
      if (left === 0) return 'nothing of it is left to give back'
      const why = obstacle === 'settled' ? 'its payment is settled' : `${amount_refunded} cents are refunded`
      const rest = left === amount_captured ? 'it' : `the ${left} cents that are left`
      return `${why} already; refund ${rest} instead`
    }
    case 'taken_back':
      return 'its payment is disputed or reversed'
    default:
      return assertNever(obstacle)
  }
}

export const cannotCancel = (intent: PaymentIntent): ServiceError =>
  conflict(
    intent.id,
    intent.status === 'processing'
      ? 'it is processing; fetch it until its outcome is known'
      : `it is ${intent.status}; only an intent that is created, uncaptured, or captured and unsettled can be cancelled`,
  )

const conflict = (id: string, why: string): ServiceError =>
  serviceError('state_conflict', `Payment intent ${id} cannot be cancelled: ${why}.`, { param: 'id' })
