import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import type { ResolveRefundBody } from '../../src-shared/api/schemas/resolve.ts'
import { err, ok } from '../../src-shared/result.ts'
import { isoTime } from '../clock.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { decideFailRefund, decideFinishRefund, type RefundState } from './decide-finish-refund.ts'
import { isUnresolved, operationOf, publicRefund } from './documents.ts'

/** From now on operators see it (GET /refunds/unresolved). What is finished, or listed already, stays as it is. */
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
  /** The key of whoever resolves it: kept with the evidence. */
  readonly keyId: string
}

/**
 * A refund that the processor never answered for is resolved by a person, who has found out its outcome elsewhere. The
 * evidence is kept in gateway_response.resolution; what is not unresolved cannot be resolved.
 */
export function decideResolveRefund(
  { refund, attempt }: RefundState,
  { body: { outcome, evidence, retrieval_reference }, keyId }: ResolveRefund,
  context: DecisionContext,
): DecisionResult<Refund> {
  const { document } = refund
  if (document.awaits !== 'processor' || !isUnresolved(document)) return err(notUnresolved(document))
  const operation = operationOf(document)
  const resolved_at = isoTime(context.now)
  const resolution = { outcome, operation, evidence, key_id: keyId, resolved_at }
  const gateway_response = { ...document.gateway_response, resolution }
  const state = { attempt, refund: { ...refund, document: { ...document, gateway_response } } }
  if (outcome === 'done') {
    const reference = retrieval_reference ?? attempt.payment.document.gateway_response.retrieval_reference
    const done = { outcome, operation, retrieval_reference: String(reference ?? '') } as const
    return decideFinishRefund(state, done, context)
  }
  return decideFailRefund(
    state,
    { code: 'resolved_not_refunded', message: 'Somebody looked into it: nothing was paid back.' },
    context,
  )
}

const notUnresolved = ({ id, status }: Refund): ServiceError =>
  serviceError(
    'state_conflict',
    `Refund ${id} is ${status} and not unresolved: only what GET /refunds/unresolved lists can be resolved.`,
    { param: 'id' },
  )
