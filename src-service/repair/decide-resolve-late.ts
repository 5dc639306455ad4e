import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { ResolvePaymentBody } from '../../src-shared/api/schemas/resolve.ts'
import { voidObstacle } from '../../src-shared/payments/voidable.ts'
import { err, ok } from '../../src-shared/result.ts'
import { isoTime } from '../clock.ts'
import { type Attempt, type AttemptReply, changeAside, changeAttempt } from '../intents/attempt.ts'
import { doneChange } from '../intents/decide-follow-up.ts'
import type { PendingFollowUp } from '../intents/pending-operation.ts'
import { secondsIn } from '../seconds-in.ts'
import { nextRow, updateOf } from '../store/row-writes.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { isOpenLate, type LateAuthorization, lateAuthorizationsOf, withLate } from './late-authorization.ts'
import { type LateFollowUp, lateFollowUpsOf, withLateFollowUp } from './late-follow-up.ts'
import type { QuarantineRow } from './quarantine-row.ts'

export interface Resolve {
  readonly body: ResolvePaymentBody
  /** The key of whoever resolves it: kept with the evidence. */
  readonly keyId: string
  /** Whether an authorization that was not done may still arrive (Capabilities.voidClosesUnknown). */
  readonly mayArrive: boolean
  /** How long what was sent to the processor may be on its way. */
  readonly answerLimitMs: number
}

export interface ResolveState {
  readonly attempt: Attempt
  /** The quarantine of the payment; null without one. */
  readonly stray: QuarantineRow | null
}

type ResolveLate = Pick<Resolve, 'body' | 'keyId' | 'answerLimitMs'>

/**
 * What turned up after its payment had ended otherwise is resolved by a person, the first that is open, or the one of that
 * retrieval reference:
 *
 *   authorization  done ▶ it was released or refunded            not_done ▶ it stands, and somebody has seen to it otherwise
 *   capture, void  done ▶ booked, if the payment is not beyond it   not_done ▶ left out of the books, likewise
 *
 * The evidence is kept beside it. From then on the service does nothing about it by itself.
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

/** @param late an approval that is not taken back: the service asks for that no more. */
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
  // Whoever looks at it right now is not to send anything for it any more.
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

/** @returns it as asked of the payment as that is by now; null where the payment is beyond it. */
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
    `What payment ${id} waits for was sent to the processor a moment ago and may be done yet. Look again in ${secondsIn(Math.ceil(leftMs / 1000))}.`,
  )

const notUnresolved = ({ id, status }: Payment): ServiceError =>
  conflict(
    `Payment ${id} is ${status} and not unresolved: only what GET /payments/unresolved lists can be resolved.`,
  )

const cannotBook = ({ id, status }: Payment, { asked }: LateFollowUp): ServiceError =>
  conflict(
    `The ${asked.operation} of payment ${id}, which is ${status} by now, cannot be booked; resolve it as not_done once somebody has seen to what the processor did.`,
  )
