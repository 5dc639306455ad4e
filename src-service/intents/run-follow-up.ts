import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, type Result } from '../../src-shared/result.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { runDecision, type SavedAnswer } from '../commit.ts'
import type { FollowUp, Processor } from '../processor/processor.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { type Attempt, type AttemptReply, intentOf } from './attempt.ts'
import { decideFollowUp, type PendingFollowUp } from './decide-follow-up.ts'
import { loadAttempt } from './load.ts'
import { pendingOperationOf } from './pending-operation.ts'

export interface FollowUpRequest {
  readonly accountId: string
  readonly paymentId: string
  /** Journals the operation: decideBeginCapture or decideBeginVoid with its command. */
  readonly begin: (attempt: Attempt, context: DecisionContext) => DecisionResult<AttemptReply>
  readonly idempotency: IdempotencyClaim | null
}

/**
 * Journals a capture or void, asks the processor, writes its answer down. The intent it answers is `processing`
 * when the processor's answer is not known, and then not saved. The caller's claim, if any, must be taken already
 * (runClaimed).
 */
export async function runFollowUp(
  services: PaymentServices,
  request: FollowUpRequest,
): Promise<Result<PaymentIntent | SavedAnswer, ServiceError>> {
  const { accountId, paymentId } = request
  if (!services.inFlight.take(paymentId)) {
    return err(
      serviceError(
        'state_conflict',
        `Another request is working on payment ${paymentId}; fetch the intent for its outcome.`,
        { param: 'id' },
      ),
    )
  }
  const load = () => loadAttempt(services.store, accountId, paymentId)
  try {
    const begun = await runDecision(services, { load, decide: request.begin })
    if (!begun.ok) return begun
    const asked = pendingOperationOf(begun.value.payment)
    if (asked === null || asked.operation === 'authorize') {
      throw new Error(`payment ${paymentId} was begun without a journaled operation`)
    }
    const answer = await askFollowUp(services, paymentId, asked)
    const decide = (attempt: Attempt, context: DecisionContext) =>
      decideFollowUp(attempt, asked, answer, context)
    if (answer.outcome === 'refused') {
      const undone = await runDecision(services, { load, decide })
      return undone.ok ? err(refused(asked, begun.value.intent.id, answer.reason)) : undone
    }
    const run = {
      load,
      decide: (attempt: Attempt, context: DecisionContext) => intentOf(decide(attempt, context)),
    }
    // `processing` must not be saved: for an hour the key would answer it, whatever became of the payment.
    if (answer.outcome === 'unknown') return await runDecision(services, run)
    return await runDecision(services, { ...run, idempotency: request.idempotency })
  } finally {
    services.inFlight.release(paymentId)
  }
}

/** A processor that cannot be reached may have done it all the same: unknown, never refused. */
export async function askFollowUp(
  services: { readonly processor: Processor; readonly log: PaymentServices['log'] },
  paymentId: string,
  asked: PendingFollowUp,
): Promise<FollowUp> {
  try {
    return asked.operation === 'capture'
      ? await services.processor.capture(paymentId, asked.amount)
      : await services.processor.void(paymentId)
  } catch (error) {
    services.log.error({ err: error, payment_id: paymentId }, `the ${asked.operation} could not be asked for`)
    return { outcome: 'unknown' }
  }
}

const refused = (asked: PendingFollowUp, intentId: string, reason: string): ServiceError =>
  serviceError(
    'state_conflict',
    `The processor refused the ${asked.operation} of payment intent ${intentId}: ${reason}. Nothing was changed.`,
    { param: 'id' },
  )
