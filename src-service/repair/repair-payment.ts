import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { assertNever, ok, type Result } from '../../src-shared/result.ts'
import { askInquiry, findFollowUp } from '../authorize/ask-inquiry.ts'
import { askFollowUp, askVoid } from '../authorize/ask-processor.ts'
import { type AuthorizationOutcome, decideFinishPayment } from '../authorize/decide-finish-payment.ts'
import { keepFunding } from '../authorize/keep-funding.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { runDecision } from '../commit.ts'
import { changeAttempt, withPaymentEvent } from '../intents/attempt.ts'
import { decideFollowUp, isKnown } from '../intents/decide-follow-up.ts'
import { loadAttempt } from '../intents/load.ts'
import {
  type PendingFollowUp,
  type PendingOperation,
  pendingOperationOf,
  withPending,
} from '../intents/pending-operation.ts'
import { writeOutcome } from '../intents/write-outcome.ts'
import type { FollowUp } from '../processor/follow-up.ts'
import type { Row } from '../store/store.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionResult } from '../use-case.ts'

/** Maximum number of voids for a payment whose inquiries bring no usable answer (docs/decisions/0031). */
const maximumVoids = 3
/** How long a capture or void may stay unknown before operators are shown it, in ms. */
const unresolvedAfterMs = 60 * 60_000
/** How long the outcome of an authorization may stay unknown before it is voided, in ms. */
const unknownLimitMs = 10 * 60_000

/**
 * Finds out the outcome of one `processing` payment and records it. Does nothing while this process has a request about
 * the payment in flight, or if the payment is already finished.
 * @param askedForMs how long this process has been asking about the payment. An unanswered authorization is voided only
 *   if this too is at least ten minutes; a capture or void becomes unresolved only if this too is at least an hour
 */
export async function repairPayment(
  services: PaymentServices,
  found: Row<Payment>,
  askedForMs: number,
): Promise<void> {
  if (!services.inFlight.take(found.id)) return
  try {
    // The listed row may be out of date.
    const current = await services.store.get<Payment>('payment', found.account_id, found.id)
    if (current === null || current.document.status !== 'processing') return
    const pending = pendingOperationOf(current.document)
    if (pending === null) throw new Error(`payment ${found.id} is processing, but has no pending operation`)
    if (pending.operation === 'authorize') await repairAuthorization(services, current, pending, askedForMs)
    else await repairFollowUp(services, current, pending, askedForMs)
  } finally {
    services.inFlight.release(found.id)
  }
}

type PendingAuthorization = Extract<PendingOperation, { operation: 'authorize' }>

async function repairAuthorization(
  services: PaymentServices,
  payment: Row<Payment>,
  pending: PendingAuthorization,
  askedForMs: number,
): Promise<void> {
  const { voidClosesUnknown } = services.processor.capabilities
  const found = await askInquiry(services, payment.document)
  switch (found.outcome) {
    case 'approved':
    case 'pending':
    case 'declined':
      return settle(services, payment, found)
    case 'duplicated':
      services.log.error({ payment_id: payment.id, others: found.others }, 'repair.duplicate_approval')
      return settle(services, payment, { ...found.kept, duplicated: true })
    case 'voided':
      return settle(services, payment, notCharged('outcome_unknown_voided', !voidClosesUnknown))
    case 'not_yet':
      return
    case 'not_found': {
      if (!voidClosesUnknown) return settle(services, payment, notCharged('not_processed', true))
      // The request may still be in transit: the void makes sure that the processor never charges it.
      const asked = await journal(services, payment, { asked_at: isoTime(services.clock.verified()) })
      if (asked === null) return
      const closed = await askVoid(services, asked.document)
      // Refused: the request has arrived in the meantime, and the next inquiry finds it.
      if (closed.outcome !== 'done') return
      return settle(services, asked, notCharged('not_processed', false))
    }
    case 'wrong_amount':
    case 'unknown': {
      const age = services.clock.verified() - Date.parse(pending.since)
      // After a night without power, one unanswered inquiry proves nothing.
      const isEarly = found.outcome === 'unknown' && Math.min(age, askedForMs) < unknownLimitMs
      if (isEarly) return
      // The last void was journaled, but the process may have ended before it could list the payment.
      if (pending.void_attempts >= maximumVoids) return reportUnresolved(services, payment)
      const asked = await journal(services, payment, {
        void_attempts: pending.void_attempts + 1,
        asked_at: isoTime(services.clock.verified()),
      })
      if (asked === null) return
      const voided = await askVoid(services, asked.document)
      if (voided.outcome === 'done') {
        return settle(services, asked, notCharged('outcome_unknown_voided', !voidClosesUnknown))
      }
      const isHopeless = voided.outcome === 'already_settled' || pending.void_attempts + 1 === maximumVoids
      if (isHopeless) await reportUnresolved(services, asked)
      return
    }
    default:
      return assertNever(found)
  }
}

const notCharged = (
  reason: 'not_processed' | 'outcome_unknown_voided',
  mayArrive: boolean,
): AuthorizationOutcome => ({ outcome: 'failed', reason, mayArrive })

/**
 * Repeating a capture or void changes nothing, so the repeat, journaled before it is sent, serves as the inquiry. An
 * unresolved one is only looked up and not sent again: a person may be handling it in another way.
 */
async function repairFollowUp(
  services: PaymentServices,
  payment: Row<Payment>,
  before: PendingFollowUp,
  askedForMs: number,
): Promise<void> {
  if (before.unresolved_since !== undefined) {
    const found = await findFollowUp(services, payment.document, before.operation)
    if (found.outcome === 'done') await settleFollowUp(services, payment, before, found)
    return
  }
  const asked = await journal(services, payment, { asked_at: isoTime(services.clock.verified()) })
  const pending = asked === null ? null : pendingOperationOf(asked.document)
  if (asked === null || pending === null || pending.operation === 'authorize') return
  const answer = await askFollowUp(services, asked.document, pending)
  if (!isKnown(answer)) {
    const age = services.clock.verified() - Date.parse(pending.since)
    if (Math.min(age, askedForMs) >= unresolvedAfterMs) await reportUnresolved(services, asked)
    return
  }
  await settleFollowUp(services, asked, pending, answer)
}

async function settleFollowUp(
  services: PaymentServices,
  payment: Row<Payment>,
  asked: PendingFollowUp,
  answer: FollowUp,
): Promise<void> {
  const written = await writeOutcome(services, payment, (attempt, context) =>
    decideFollowUp(attempt, asked, answer, context),
  )
  logRepair(services, payment, asked.operation, answer.outcome, written)
}

/** Does not write an outcome for an older row: another node may have sent a void since, and asks about it itself. */
async function settle(
  services: PaymentServices,
  payment: Row<Payment>,
  outcome: AuthorizationOutcome,
): Promise<void> {
  const written = await writeOutcome(services, payment, (attempt, context) => {
    const isOutdated = attempt.payment.version !== payment.version
    return decideFinishPayment(attempt, isOutdated ? { outcome: 'unknown' } : outcome, context)
  })
  await keepFunding(services, payment.document, outcome)
  logRepair(services, payment, 'authorize', outcome.outcome, written)
}

/** Logs the outcome. A payment whose outcome could not be written is tried again by a later pass. */
function logRepair(
  { log }: PaymentServices,
  { id }: Row<Payment>,
  operation: PendingOperation['operation'],
  outcome: string,
  written: Result<unknown, ServiceError>,
): void {
  const fields = { payment_id: id, operation, outcome }
  if (written.ok) log.info(fields, 'repair.settled')
  else log.warn({ ...fields, code: written.error.code }, 'repair.not_written')
}

/**
 * Changes the pending operation of a payment, such as its number of voids. Each void is journaled before it is
 * requested, so that a crash cannot cause more than three.
 * @returns the current payment; null if it could not be written, or if another process has changed it since it was
 *   read: then nothing may be requested.
 */
async function journal(
  services: PaymentServices,
  payment: Row<Payment>,
  change: Partial<Pick<PendingAuthorization, 'void_attempts' | 'asked_at' | 'unresolved_since'>>,
): Promise<Row<Payment> | null> {
  const { account_id, id, version } = payment
  const written = await runDecision(services, {
    load: () => loadAttempt(services.store, account_id, id),
    decide: (attempt, { now }): DecisionResult<Row<Payment> | null> => {
      const pending = pendingOperationOf(attempt.payment.document)
      if (pending === null || attempt.payment.version !== version) {
        return ok({ writes: [], events: [], reply: null })
      }
      const gateway_response = withPending(attempt.payment.document, { ...pending, ...change })
      const { attempt: next, decided } = changeAttempt(attempt, { payment: { gateway_response } }, now)
      const isReported = change.unresolved_since !== undefined
      const { events } = withPaymentEvent(decided, 'v2.payment.unresolved')
      return ok({ ...decided, events: isReported ? events : [], reply: next.payment })
    },
  })
  return written.ok ? written.value : null
}

/** Shows operators a payment whose outcome will not become known by itself (GET /payments/unresolved). */
async function reportUnresolved(services: PaymentServices, payment: Row<Payment>): Promise<void> {
  const pending = pendingOperationOf(payment.document)
  if (pending === null || pending.unresolved_since !== undefined) return
  const fields = { payment_id: payment.id, operation: pending.operation, since: pending.since }
  const listed = await journal(services, payment, { unresolved_since: isoTime(services.clock.now()) })
  if (listed !== null) services.log.error(fields, 'repair.unresolved')
}
