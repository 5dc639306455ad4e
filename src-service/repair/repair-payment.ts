import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { assertNever, ok, type Result } from '../../src-shared/result.ts'
import { askFollowUp, askInquiry, askVoid } from '../authorize/ask-processor.ts'
import { type AuthorizationOutcome, decideFinishPayment } from '../authorize/decide-finish-payment.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { changeAttempt } from '../intents/attempt.ts'
import { decideFollowUp } from '../intents/decide-follow-up.ts'
import { type PendingOperation, pendingOperationOf, withPending } from '../intents/pending-operation.ts'
import { writeOutcome } from '../intents/write-outcome.ts'
import type { Row } from '../store/store.ts'

/** Repairs of docs/decisions: inquire; when no inquiry ever answers, void, at most this often. */
const maximumVoids = 3
/** How long an outcome may stay unknown before it is voided, ms. */
const unknownLimitMs = 10 * 60_000

/**
 * Learns what became of one payment that is `processing`, and writes it down. Does nothing when this process is
 * talking about it right now, or when somebody else has finished it.
 */
export async function repairPayment(services: PaymentServices, found: Row<Payment>): Promise<void> {
  if (!services.inFlight.take(found.id)) return
  try {
    // What the list said may be old by now.
    const current = await services.store.get<Payment>('payment', found.account_id, found.id)
    if (current === null || current.document.status !== 'processing') return
    const pending = pendingOperationOf(current.document)
    if (pending === null) throw new Error(`payment ${found.id} is processing and waits for nothing`)
    if (pending.operation === 'authorize') await repairAuthorization(services, current, pending)
    else await repairFollowUp(services, current, pending)
  } finally {
    services.inFlight.release(found.id)
  }
}

type PendingAuthorization = Extract<PendingOperation, { operation: 'authorize' }>

async function repairAuthorization(
  services: PaymentServices,
  payment: Row<Payment>,
  pending: PendingAuthorization,
): Promise<void> {
  const found = await askInquiry(services, payment.document)
  switch (found.outcome) {
    case 'approved':
    case 'pending':
    case 'declined':
      return settle(services, payment, found)
    case 'voided':
      return settle(services, payment, { outcome: 'failed', reason: 'outcome_unknown_voided' })
    case 'not_found': {
      // The request may still be on its way: closing the payment there makes sure that it is never charged.
      const closed = await askVoid(services, payment)
      // Refused: it arrived in between, and the next inquiry finds it.
      if (closed.outcome !== 'done') return
      return settle(services, payment, { outcome: 'failed', reason: 'not_processed' })
    }
    case 'unknown': {
      const age = services.clock.now() - Date.parse(pending.since)
      if (age < unknownLimitMs || pending.void_attempts >= maximumVoids) return
      if (!(await countVoid(services, payment))) return
      const voided = await askVoid(services, payment)
      if (voided.outcome !== 'done') return
      return settle(services, payment, { outcome: 'failed', reason: 'outcome_unknown_voided' })
    }
    default:
      return assertNever(found)
  }
}

/** Captures and voids answer the same however often they are asked, so asking again is the inquiry. */
async function repairFollowUp(
  services: PaymentServices,
  payment: Row<Payment>,
  pending: Exclude<PendingOperation, { operation: 'authorize' }>,
): Promise<void> {
  const answer = await askFollowUp(services, payment, pending)
  if (answer.outcome === 'unknown') return
  const written = await writeOutcome(services, payment, (attempt, context) =>
    decideFollowUp(attempt, pending, answer, context),
  )
  logRepair(services, payment, pending.operation, answer.outcome, written)
}

async function settle(
  services: PaymentServices,
  payment: Row<Payment>,
  outcome: AuthorizationOutcome,
): Promise<void> {
  const written = await writeOutcome(services, payment, (attempt, context) =>
    decideFinishPayment(attempt, outcome, context),
  )
  logRepair(services, payment, 'authorize', outcome.outcome, written)
}

/** One that could not be written down is not repaired: a later pass asks again. */
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
 * Journals the void before it is asked for, so that a crash cannot make it more than three.
 * @returns false when it could not be counted: then it must not be asked for.
 */
async function countVoid(services: PaymentServices, payment: Row<Payment>): Promise<boolean> {
  const counted = await writeOutcome(services, payment, (attempt, { now }) => {
    const pending = pendingOperationOf(attempt.payment.document)
    const reply = { intent: attempt.intent.document, payment: attempt.payment.document }
    if (pending?.operation !== 'authorize') return ok({ writes: [], events: [], reply })
    const next = { ...pending, void_attempts: pending.void_attempts + 1 }
    const gateway_response = withPending(attempt.payment.document, next)
    return ok(changeAttempt(attempt, { payment: { gateway_response } }, now).decided)
  })
  return counted.ok
}
