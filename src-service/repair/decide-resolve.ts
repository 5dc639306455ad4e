import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { ResolvePaymentBody } from '../../src-shared/api/schemas/resolve.ts'
import { err, ok } from '../../src-shared/result.ts'
import { type AuthorizationOutcome, decideFinishPayment } from '../authorize/decide-finish-payment.ts'
import type { Attempt, AttemptReply } from '../intents/attempt.ts'
import { decideFollowUp } from '../intents/decide-follow-up.ts'
import { lastAskedAt, type PendingOperation, pendingOperationOf } from '../intents/pending-operation.ts'
import { noDetails } from '../processor/decision.ts'
import type { FollowUp } from '../processor/follow-up.ts'
import type { Rail } from '../processor/payment-source.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { decideResolveLate, type Resolve, type ResolveState, stillOnItsWay } from './decide-resolve-late.ts'
import { watchedFollowUpInsert } from './quarantine-row.ts'

/**
 * Resolves an unresolved payment with the outcome that a person has found out elsewhere. The evidence is stored in
 * gateway_response.resolution. A payment that is not unresolved cannot be resolved. A capture or void that was not done
 * is watched from then on: if it is found after all, it is listed again and resolved again (decide-resolve-late.ts).
 */
export function decideResolve(
  { attempt, stray }: ResolveState,
  { body, keyId, mayArrive, answerLimitMs }: Resolve,
  context: DecisionContext,
): DecisionResult<AttemptReply> {
  const payment = attempt.payment.document
  const pending = pendingOperationOf(payment)
  if (payment.status !== 'processing' || pending?.unresolved_since === undefined)
    return decideResolveLate({ attempt, stray }, { body, keyId, answerLimitMs }, context)
  const leftMs = lastAskedAt(pending) + answerLimitMs - context.verified
  if (body.outcome === 'not_done' && leftMs > 0) return err(stillOnItsWay(payment, leftMs))
  const resolution = {
    outcome: body.outcome,
    operation: pending.operation,
    evidence: body.evidence,
    key_id: keyId,
    resolved_at: isoTime(context.now),
  }
  const recorded = withResolution(attempt, resolution)
  if (pending.operation !== 'authorize') {
    const decided = decideFollowUp(recorded, pending, followUpOf(body, payment), context)
    if (!decided.ok || body.outcome === 'done') return decided
    const watched = watchedFollowUpInsert(payment, pending, context.verified)
    return ok({ ...decided.value, writes: [...decided.value.writes, watched] })
  }
  const outcome = authorizationOf(payment, body, mayArrive)
  return 'code' in outcome ? err(outcome) : decideFinishPayment(recorded, outcome, context)
}

function withResolution(
  { payment, ...attempt }: Attempt,
  resolution: { readonly operation: PendingOperation['operation'] } & Readonly<Record<string, string>>,
): Attempt {
  const { document } = payment
  const gateway_response = { ...document.gateway_response, resolution }
  return { ...attempt, payment: { ...payment, document: { ...document, gateway_response } } }
}

const followUpOf = ({ outcome, retrieval_reference }: ResolvePaymentBody, payment: Payment): FollowUp =>
  outcome === 'done'
    ? {
        outcome: 'done',
        retrieval_reference:
          retrieval_reference ?? String(payment.gateway_response.retrieval_reference ?? ''),
      }
    : { outcome: 'refused', reason: 'manual research showed that it was not done' }

function authorizationOf(
  payment: Payment,
  { outcome, retrieval_reference, amount = payment.amount }: ResolvePaymentBody,
  mayArrive: boolean,
): AuthorizationOutcome | ServiceError {
  if (outcome === 'not_done') return { outcome: 'failed', reason: 'resolved_not_charged', mayArrive }
  if (retrieval_reference === undefined) {
    return serviceError(
      'parameter_missing',
      "retrieval_reference is required for an authorization that was done: without the processor's reference, it could not be captured or refunded.",
      { param: 'retrieval_reference' },
    )
  }
  if (amount === 0 || amount > payment.amount) {
    return serviceError(
      'parameter_invalid',
      `amount ${amount} must be at least 1 cent and at most the ${payment.amount} cents of the payment.`,
      { param: 'amount' },
    )
  }
  const answer = { retrieval_reference, response_code: 'resolved', response_text: 'Resolved by a person' }
  if ((payment.payment_rail_type as Rail) !== 'card') return { outcome: 'pending', ...answer }
  const nothingChecked = { auth_code: '', avs: null, cvv: null, ...noDetails }
  return { outcome: 'approved', amount_authorized: amount, ...nothingChecked, ...answer }
}
