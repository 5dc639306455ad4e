import { assertNever, ok } from '../../src-shared/result.ts'
import type { FollowUp } from '../processor/follow-up.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { type Attempt, type AttemptChange, type AttemptReply, changeAttempt } from './attempt.ts'
import { givenFields } from './given-fields.ts'
import { type PendingFollowUp, pendingOperationOf, withoutPending } from './pending-operation.ts'

/**
 * Records the processor's answer to a journaled capture or void:
 *
 *   capture  done ▶ captured; the rest is released     refused ▶ uncaptured again
 *   void     done ▶ cancelled (payment cancelled, or voided when it was captured)   refused ▶ as before
 *   not found, or already settled: as if refused, because nothing was changed
 *   unknown, or not now  ▶ stays processing; the repair job asks again
 *
 * A refusal is ignored if another request was sent to the processor since: it proves nothing about that one.
 * If the payment is waiting for something else by now, another node has finished this operation: nothing changes.
 */
export function decideFollowUp(
  attempt: Attempt,
  asked: PendingFollowUp,
  answer: FollowUp,
  { now }: DecisionContext,
): DecisionResult<AttemptReply> {
  const payment = attempt.payment.document
  const pending = pendingOperationOf(payment)
  const still = pending?.operation === asked.operation && pending.since === asked.since
  const isOutdated = answer.outcome !== 'done' && pending?.asked_at !== asked.asked_at
  if (payment.status !== 'processing' || !still || !isKnown(answer) || isOutdated) {
    return ok({ writes: [], events: [], reply: { intent: attempt.intent.document, payment } })
  }
  const change =
    answer.outcome === 'done'
      ? doneChange(attempt, asked, answer.retrieval_reference, now)
      : refusedChange(attempt, asked)
  return ok(changeAttempt(attempt, change, now).decided)
}

/** Returns the changes of a capture or void that was carried out. */
export function doneChange(
  { payment: { document: payment } }: Attempt,
  asked: PendingFollowUp,
  reference: string,
  now: number,
): AttemptChange {
  switch (asked.operation) {
    case 'capture':
      return {
        payment: {
          status: 'captured',
          amount_captured: asked.amount,
          amount_voided: payment.amount_authorized - asked.amount,
          gateway_response: withoutPending(payment, { capture_reference: reference }),
        },
        intent: {
          status: 'captured',
          captured_at: isoTime(now),
          merchant_amount: asked.merchant_amount,
          payment_splits: asked.payment_splits,
          ...givenFields(asked.parts ?? {}),
        },
        intentEvent: 'v2.payment_intent.captured',
      }
    case 'void':
      return {
        payment: {
          status: asked.from === 'captured' ? 'voided' : 'cancelled',
          amount_captured: 0,
          amount_voided: payment.amount_authorized,
          cancelled_at: isoTime(now),
          cancel_reason: asked.reason,
          gateway_response: withoutPending(payment, { void_reference: reference }),
        },
        intent: { status: 'cancelled', cancelled_at: isoTime(now), cancellation_reason: asked.reason },
        intentEvent: 'v2.payment_intent.cancelled',
      }
    default:
      return assertNever(asked)
  }
}

function refusedChange({ payment: { document: payment } }: Attempt, asked: PendingFollowUp): AttemptChange {
  const status = asked.operation === 'void' ? asked.from : 'uncaptured'
  return {
    payment: { status, gateway_response: withoutPending(payment) },
    intent: { status },
    intentEvent: `v2.payment_intent.${status}`,
  }
}

/** Whether the answer is final. */
export const isKnown = ({ outcome }: Pick<FollowUp, 'outcome'>): boolean =>
  outcome !== 'unknown' && outcome !== 'later'

/** @returns why nothing was changed; null when it was done or the outcome is unknown. */
export function refusalOf(answer: FollowUp): string | null {
  switch (answer.outcome) {
    case 'refused':
      return answer.reason
    case 'not_found':
      return 'it does not know the payment'
    case 'already_settled':
      return 'it has already settled the payment; refund it instead'
    case 'done':
    case 'later':
    case 'unknown':
      return null
    default:
      return assertNever(answer)
  }
}
