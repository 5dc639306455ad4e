import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { askFollowUp } from '../authorize/ask-processor.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { type Carried, type RequestKey, runDecision, type SavedAnswer } from '../commit.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import type { Attempt, AttemptReply } from './attempt.ts'
import { writtenAttempt } from './carried.ts'
import { decideFollowUp, isKnown, refusalOf } from './decide-follow-up.ts'
import { loadAttempt } from './load.ts'
import { type PendingFollowUp, pendingOperationOf } from './pending-operation.ts'
import { answerOutcome, writeOutcome } from './write-outcome.ts'

export interface FollowUpRequest {
  readonly accountId: string
  readonly paymentId: string
  /** The attempt if this request has already read it; null when it must be loaded. */
  readonly attempt: Carried<Attempt> | null
  /** Journals the operation: decideBeginCapture or decideBeginVoid with its command. */
  readonly begin: (attempt: Attempt, context: DecisionContext) => DecisionResult<AttemptReply>
  readonly key: RequestKey
}

/**
 * Journals a capture or void, asks the processor, and records its answer. If the outcome is unknown, the returned
 * intent is `processing` and the answer is not saved: the key stays bound to the payment (keyed-work.ts, runBound;
 * answer-again.ts).
 */
export async function runFollowUp(
  services: PaymentServices,
  request: FollowUpRequest,
): Promise<Result<PaymentIntent | SavedAnswer, ServiceError>> {
  const { accountId, paymentId } = request
  if (!services.inFlight.take(paymentId)) {
    return refuse(
      'state_conflict',
      `Another request is working on payment ${paymentId}; fetch the intent for its outcome.`,
      { param: 'id' },
    )
  }
  try {
    let journaled: Carried<Attempt> | null = null
    const begun = await runDecision(services, {
      load: () => loadAttempt(services.store, accountId, paymentId),
      decide: request.begin,
      carried: request.attempt,
      written: (writes) => {
        journaled = writtenAttempt(writes)
      },
      binds: { id: paymentId, ...request.key },
    })
    if (!begun.ok) return begun
    const asked = pendingOperationOf(begun.value.payment)
    if (asked === null || asked.operation === 'authorize') {
      throw new Error(`payment ${paymentId} was begun without a journaled operation`)
    }
    const { payment } = begun.value
    const answer = await askFollowUp(services, payment, asked)
    const decide = (attempt: Attempt, context: DecisionContext) =>
      decideFollowUp(attempt, asked, answer, context)
    const reason = refusalOf(answer)
    if (reason !== null) {
      const undone = await writeOutcome(services, payment, decide, journaled)
      if (!undone.ok) return undone
      const { intent } = undone.value
      const before = asked.operation === 'void' ? asked.from : 'uncaptured'
      // Another node has sent it as well: the outcome of that request counts.
      return intent.status === before ? err(refused(asked, intent.id, reason)) : ok(intent)
    }
    const known = isKnown(answer)
    return await answerOutcome(services, payment, { known, decide, carried: journaled }, request.key.claim)
  } finally {
    services.inFlight.release(paymentId)
  }
}

const refused = (asked: PendingFollowUp, intentId: string, reason: string): ServiceError =>
  serviceError(
    'state_conflict',
    `The processor refused the ${asked.operation} of payment intent ${intentId}: ${reason}. Nothing was changed.`,
    { param: 'id' },
  )
