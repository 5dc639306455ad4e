import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { ResolvePaymentBody } from '../../src-shared/api/schemas/resolve.ts'
import { voidObstacle } from '../../src-shared/payments/voidable.ts'
import { err, ok } from '../../src-shared/result.ts'
import { type Attempt, type AttemptReply, changeAside, changeAttempt } from '../intents/attempt.ts'
import { doneChange } from '../intents/decide-follow-up.ts'
import type { PendingFollowUp } from '../intents/pending-operation.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import { isoTime } from '../time/clock.ts'
import { secondsIn } from '../time/seconds-in.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { isOpenLate, type LateAuthorization, lateAuthorizationsOf, withLate } from './late-authorization.ts'
import { type LateFollowUp, lateFollowUpsOf, withLateFollowUp } from './late-follow-up.ts'
import type { QuarantineRow } from './quarantine-row.ts'

export interface Resolve {
  readonly body: ResolvePaymentBody
  /** Id of the API key of the person who resolves it; stored with the evidence. */
  readonly keyId: string
  /** Whether an authorization that is resolved as not done may still arrive (Capabilities.voidClosesUnknown). */
  readonly mayArrive: boolean
  /** Maximum time that a request to the processor may be in transit, in ms. */
  readonly answerLimitMs: number
}

export interface ResolveState {
  readonly attempt: Attempt
  /** The quarantine row of the payment; null if there is none. */
  readonly stray: QuarantineRow | null
}

type ResolveLate = Pick<Resolve, 'body' | 'keyId' | 'answerLimitMs'>

/**
 * A person resolves an operation that was found after its payment had ended differently: the first open one, or the one
 * with the given retrieval reference.
 *
 *   authorization  done ▶ it was released or refunded             not_done ▶ it stands and was handled in another way
 *   capture, void  done ▶ booked, if the payment still allows it   not_done ▶ not booked; handled in another way
 *
 * The evidence is stored with it. From then on the service takes no action for it by itself.
 */
export function decideResolveLate(
  { attempt, stray }: ResolveState,
  resolve: ResolveLate,
  context: DecisionContext,
): DecisionResult<AttemptReply> {
  const payment = attempt.payment.document
  const { retrieval_reference: wanted } = resolve.body
  const isWanted = (late: { readonly retrieval_reference: string }) =>
    wanted === undefined || late.retrieval_reference === wanted
  const authorization = lateAuthorizationsOf(payment).find((late) => isOpenLate(late) && isWanted(late))
  if (authorization !== undefined) {
    return decideResolveStray({ attempt, stray }, authorization, resolve, context)
  }
  const followUp = lateFollowUpsOf(payment).find((late) => late.resolution === null && isWanted(late))
  return followUp === undefined
    ? err(notUnresolved(payment))
    : decideResolveFollowUp(attempt, followUp, resolve, context)
}

/** @param late an approval that has not been taken back; the service no longer tries to afterwards. */
function decideResolveStray(
  { attempt, stray }: ResolveState,
  late: LateAuthorization,
  { body, keyId, answerLimitMs }: ResolveLate,
  { now, verified }: DecisionContext,
): DecisionResult<AttemptReply> {
  const payment = attempt.payment.document
  const leftMs = (stray?.document.asked_at ?? 0) + answerLimitMs - verified
  if (leftMs > 0) return err(stillOnItsWay(payment, leftMs))
  const resolved: LateAuthorization = {
    ...late,
    taken_back_at: body.outcome === 'done' ? isoTime(now) : null,
    resolution: resolutionOf(body, keyId, now),
  }
  const { decided } = changeAside(attempt, withLate(payment, [resolved]), 'v2.payment.updated', now)
  // The new row version stops a check that is in progress from sending anything more.
  const writes = stray === null ? [] : [updateOf('quarantine', nextRow(stray, stray.document, verified))]
  return ok({ ...decided, writes: [...decided.writes, ...writes] })
}

function decideResolveFollowUp(
  attempt: Attempt,
  late: LateFollowUp,
  { body, keyId }: ResolveLate,
  { now }: DecisionContext,
): DecisionResult<AttemptReply> {
  const payment = attempt.payment.document
  const recorded = withLateFollowUp(payment, { ...late, resolution: resolutionOf(body, keyId, now) })
  if (body.outcome === 'not_done')
    return ok(changeAside(attempt, recorded, 'v2.payment.updated', now).decided)
  const asked = bookable(payment, late.asked)
  if (asked === null) return err(cannotBook(payment, late))
  const noted = { ...attempt, payment: { ...attempt.payment, document: { ...payment, ...recorded } } }
  return ok(changeAttempt(noted, doneChange(noted, asked, late.retrieval_reference, now), now).decided)
}

/** @returns the operation for the current status of the payment; null if that status no longer allows it. */
function bookable(payment: Payment, asked: PendingFollowUp): PendingFollowUp | null {
  const { status } = payment
  if (asked.operation === 'capture') return status === 'uncaptured' ? asked : null
  const isOpen = status === 'uncaptured' || status === 'captured'
  return isOpen && voidObstacle(payment) === null ? { ...asked, from: status } : null
}

const resolutionOf = ({ outcome, evidence }: Resolve['body'], keyId: string, now: number) => ({
  outcome,
  evidence,
  key_id: keyId,
  resolved_at: isoTime(now),
})

const conflict = (message: string): ServiceError => serviceError('state_conflict', message, { param: 'id' })

export const stillOnItsWay = ({ id }: Payment, leftMs: number): ServiceError =>
  conflict(
    `The open operation of payment ${id} was sent to the processor a moment ago and may still be carried out. Check again in ${secondsIn(Math.ceil(leftMs / 1000))}.`,
  )

const notUnresolved = ({ id, status }: Payment): ServiceError =>
  conflict(
    `Payment ${id} is ${status} and not unresolved. Only the payments that GET /payments/unresolved lists can be resolved.`,
  )

const cannotBook = ({ id, status }: Payment, { asked }: LateFollowUp): ServiceError =>
  conflict(
    `The ${asked.operation} of payment ${id} cannot be booked, because the payment is now ${status}. Deal with what the processor did, then resolve the payment as not_done.`,
  )
