import type { EventTypeOf } from '../../src-shared/api/event-types.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import { ok } from '../../src-shared/result.ts'
import { type Attempt, changeAttempt } from '../intents/attempt.ts'
import { refusalOf } from '../intents/decide-follow-up.ts'
import type { FollowUp } from '../processor/follow-up.ts'
import { changed, updateOf } from '../store/row-writes.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import { bothDecided, type Decided, type DecisionContext, type DecisionResult } from '../use-case.ts'
import { withFields } from '../with-fields.ts'
import { lastSent, publicRefund, type RefundDocument, type RefundOperation } from './documents.ts'

/** The processor's answer and the operation it answers: a refused void is requested as a refund. */
export type RefundAnswer = FollowUp & {
  readonly operation: RefundOperation
  /** The request that it answers (lastSent): a refusal counts only if nothing was sent since. */
  readonly sent: string
}

export interface RefundState {
  readonly refund: Row<RefundDocument>
  readonly attempt: Attempt
}

/**
 * Records the processor's answer to a journaled refund:
 *
 *   done as a void     ▶ succeeded at once
 *   done as a refund   ▶ processing still, until the next settlement
 *   refused            ▶ failed, and the amount is available again
 *   later              ▶ stays as it is, with the time of that answer; the repair job asks again
 *   unknown            ▶ stays as it is; the repair job asks again
 *
 * A refusal is ignored if another process has sent the refund since: that request is asked about again.
 * A refund that no longer awaits the processor was already finished and does not change.
 */
export function decideFinishRefund(
  state: RefundState,
  answer: RefundAnswer,
  { now, verified }: DecisionContext,
): DecisionResult<Refund> {
  const { refund, attempt } = state
  const isOutdated = answer.outcome !== 'done' && answer.sent !== lastSent(refund.document)
  if (refund.document.awaits !== 'processor' || answer.outcome === 'unknown' || isOutdated) {
    return ok({ writes: [], events: [], reply: publicRefund(refund.document) })
  }
  if (answer.outcome === 'later') {
    const gateway_response = { ...refund.document.gateway_response, later_at: isoTime(verified) }
    const next = changed(refund, { gateway_response }, now)
    return ok({ writes: [updateOf('refund', next)], events: [], reply: publicRefund(next.document) })
  }
  if (answer.outcome === 'done') {
    const gateway_response = withFields(refund.document.gateway_response, {
      operation: answer.operation,
      retrieval_reference: answer.retrieval_reference,
    })
    if (answer.operation === 'refund') {
      return ok(refundChange(refund, { awaits: 'settlement', gateway_response }, 'v2.refund.updated', now))
    }
    const { decided } = changeAttempt(
      attempt,
      {
        payment: {
          gateway_response: withFields(attempt.payment.document.gateway_response, {
            void_reference: answer.retrieval_reference,
          }),
        },
        intentEvent: 'v2.payment_intent.updated',
      },
      now,
    )
    const succeeded = { status: 'succeeded', awaits: null, gateway_response } as const
    return ok(bothDecided(decided, refundChange(refund, succeeded, 'v2.refund.succeeded', now)))
  }
  return decideFailRefund(
    state,
    {
      code: 'refused_by_processor',
      message: `The processor refused the refund: ${refusalOf(answer)}. Nothing was refunded.`,
    },
    { now },
  )
}

/** processing → failed, and the amount is available again. */
export function decideFailRefund(
  { refund, attempt }: RefundState,
  { code, message }: { readonly code: string; readonly message: string },
  { now }: Pick<DecisionContext, 'now'>,
): DecisionResult<Refund> {
  const left = attempt.payment.document.amount_refunded - refund.document.amount
  const { decided } = changeAttempt(
    attempt,
    { payment: { amount_refunded: left }, intentEvent: 'v2.payment_intent.updated' },
    now,
  )
  const failed = {
    status: 'failed',
    awaits: null,
    failure_code: code,
    failure_message: message,
    gateway_response: refund.document.gateway_response,
  } as const
  return ok(bothDecided(decided, refundChange(refund, failed, 'v2.refund.failed', now)))
}

/** Changes a refund and adds the event. */
export function refundChange(
  row: Row<RefundDocument>,
  change: Partial<RefundDocument>,
  type: EventTypeOf<'refund'>,
  now: number,
): Decided<Refund> {
  const next = changed(row, change, now)
  const reply = publicRefund(next.document)
  return {
    writes: [updateOf('refund', next)],
    events: [{ account_id: row.account_id, type, object: reply }],
    reply,
  }
}
