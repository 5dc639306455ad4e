import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import type { ResolveRefundBody } from '../../src-shared/api/schemas/resolve.ts'
import { refundableOf } from '../../src-shared/payments/refundable.ts'
import { err, ok } from '../../src-shared/result.ts'
import { changeAttempt } from '../intents/attempt.ts'
import { watchedRefundInsert } from '../repair/quarantine-row.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import { isoTime } from '../time/clock.ts'
import { secondsIn } from '../time/seconds-in.ts'
import { bothDecided, type DecisionContext, type DecisionResult } from '../use-case.ts'
import {
  decideFailRefund,
  decideFinishRefund,
  type RefundState,
  refundChange,
} from './decide-finish-refund.ts'
import { isUnresolved, lastSent, lastSentAt, operationOf, publicRefund } from './documents.ts'
import { type LateRefund, openLateRefund, withLateRefunds } from './late-refunds.ts'

/** Shows the refund to operators (GET /refunds/unresolved), unless it is finished or already listed. */
export function decideReportUnresolved(
  { refund }: RefundState,
  { now }: DecisionContext,
): DecisionResult<boolean> {
  const { document } = refund
  if (document.awaits !== 'processor' || isUnresolved(document)) {
    return ok({ writes: [], events: [], reply: false })
  }
  const gateway_response = { ...document.gateway_response, unresolved_since: isoTime(now) }
  const next = nextRow(refund, { ...document, gateway_response, updated_at: isoTime(now) }, now)
  const { account_id } = refund
  return ok({
    writes: [updateOf('refund', next)],
    events: [{ account_id, type: 'v2.refund.unresolved', object: publicRefund(next.document) }],
    reply: true,
  })
}

export interface ResolveRefund {
  readonly body: ResolveRefundBody
  /** Id of the API key of the person who resolves it; stored with the evidence. */
  readonly keyId: string
  /** Maximum time that a request to the processor may be in transit, in ms (Limits.followUpMs). */
  readonly answerLimitMs: number
}

/**
 * Resolves an unresolved refund with the outcome that a person has found out elsewhere. The evidence is stored in
 * gateway_response.resolution. A refund that is not unresolved cannot be resolved. A refund that was not done is
 * watched from then on: if it is found after all, it is listed again and resolved again.
 */
export function decideResolveRefund(
  { refund, attempt }: RefundState,
  resolve: ResolveRefund,
  context: DecisionContext,
): DecisionResult<Refund> {
  const { document } = refund
  const { outcome, evidence, retrieval_reference } = resolve.body
  const late = openLateRefund(document)
  if (late !== undefined) return decideResolveLate({ refund, attempt }, late, resolve, context)
  if (document.awaits !== 'processor' || !isUnresolved(document)) return err(notUnresolved(document))
  const operation = operationOf(document)
  const resolved_at = isoTime(context.now)
  const resolution = { outcome, operation, evidence, key_id: resolve.keyId, resolved_at }
  const gateway_response = { ...document.gateway_response, resolution }
  const state = { attempt, refund: { ...refund, document: { ...document, gateway_response } } }
  if (outcome === 'done') {
    const reference = retrieval_reference ?? attempt.payment.document.gateway_response.retrieval_reference
    const answer = { outcome, operation, retrieval_reference: String(reference ?? '') } as const
    return decideFinishRefund(state, { ...answer, sent: lastSent(document) }, context)
  }
  const sinceSent = context.verified - lastSentAt(document)
  if (sinceSent < resolve.answerLimitMs)
    return err(stillOnItsWay(document, resolve.answerLimitMs - sinceSent))
  const failed = decideFailRefund(
    state,
    { code: 'resolved_not_refunded', message: 'Manual research showed that nothing was refunded.' },
    context,
  )
  if (!failed.ok) return failed
  const writes = [...failed.value.writes, watchedRefundInsert(document, context.verified)]
  return ok({ ...failed.value, writes })
}

/**
 * Resolves money that was paid back after all. `done` books it as this refund, if that much of the payment is left to
 * refund. `not_done` does not book it, because a person has handled it in another way.
 */
function decideResolveLate(
  { refund, attempt }: RefundState,
  late: LateRefund,
  { body: { outcome, evidence }, keyId }: ResolveRefund,
  { now }: DecisionContext,
): DecisionResult<Refund> {
  const { document } = refund
  const payment = attempt.payment.document
  const resolution = { outcome, evidence, key_id: keyId, resolved_at: isoTime(now) }
  const gateway_response = withLateRefunds(document, [{ ...late, resolution }])
  if (outcome === 'not_done') return ok(refundChange(refund, { gateway_response }, 'v2.refund.updated', now))
  const { operation, retrieval_reference } = late
  const left = payment.status === 'captured' ? refundableOf(payment) : 0
  if (document.status !== 'failed' || document.amount > left) return err(refundedBesides(document, left))
  const { decided } = changeAttempt(
    attempt,
    {
      payment: {
        amount_refunded: payment.amount_refunded + document.amount,
        gateway_response: {
          ...payment.gateway_response,
          ...(operation === 'void' ? { void_reference: retrieval_reference } : {}),
        },
      },
      intentEvent: 'v2.payment_intent.updated',
    },
    now,
  )
  const end =
    operation === 'void'
      ? ({ status: 'succeeded', awaits: null } as const)
      : ({ status: 'processing', awaits: 'settlement' } as const)
  const change = {
    ...end,
    failure_code: null,
    failure_message: null,
    gateway_response: { ...gateway_response, operation, retrieval_reference },
  }
  const type = operation === 'void' ? 'v2.refund.succeeded' : 'v2.refund.updated'
  return ok(bothDecided(decided, refundChange(refund, change, type, now)))
}

const conflict = (message: string): ServiceError => serviceError('state_conflict', message, { param: 'id' })

const notUnresolved = ({ id, status }: Refund): ServiceError =>
  conflict(
    `Refund ${id} is ${status} and not unresolved. Only the refunds that GET /refunds/unresolved lists can be resolved.`,
  )

const stillOnItsWay = ({ id }: Refund, leftMs: number): ServiceError =>
  conflict(
    `Refund ${id} was sent to the processor a moment ago and may still be carried out. Check again in ${secondsIn(Math.ceil(leftMs / 1000))}.`,
  )

const refundedBesides = ({ id, amount }: Refund, left: number): ServiceError =>
  conflict(
    `Refund ${id} of ${amount} cents cannot be booked, because only ${left} cents of the payment are left to refund. The customer was refunded twice. Deal with that first, then resolve the refund as not_done.`,
  )
