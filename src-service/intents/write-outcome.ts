import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, type Result } from '../../src-shared/result.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { type Carried, runDecision, type SavedAnswer } from '../commit.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { type Attempt, type AttemptReply, intentOf } from './attempt.ts'
import { loadAttempt } from './load.ts'

type Decide = (attempt: Attempt, context: DecisionContext) => DecisionResult<AttemptReply>
type Target = Pick<Payment, 'account_id' | 'id'>

/**
 * Records the processor's answer about a journaled payment. Every movement of money ends here.
 * @param carried the attempt as journaled by this request
 */
export const writeOutcome = (
  services: PaymentServices,
  { account_id, id }: Target,
  decide: Decide,
  carried: Carried<Attempt> | null = null,
): Promise<Result<AttemptReply, ServiceError>> =>
  runDecision(services, { load: () => loadAttempt(services.store, account_id, id), decide, carried })

interface Outcome {
  readonly decide: Decide
  readonly known: boolean
  readonly carried?: Carried<Attempt> | null
}

/**
 * The same, with the intent as reply, under the client's idempotency key. An unknown outcome is not saved: otherwise
 * the key would return `processing` for an hour, whatever the outcome was.
 */
export async function answerOutcome(
  services: PaymentServices,
  { account_id, id }: Target,
  { decide, known, carried = null }: Outcome,
  idempotency: IdempotencyClaim | null,
): Promise<Result<PaymentIntent | SavedAnswer, ServiceError>> {
  const run = {
    load: () => loadAttempt(services.store, account_id, id),
    decide: (attempt: Attempt, context: DecisionContext) => intentOf(decide(attempt, context)),
    carried,
  }
  if (!known) return runDecision(services, run)
  const answered = await runDecision(services, {
    idempotency,
    ...run,
    decide: (attempt, context) => {
      const decision = run.decide(attempt, context)
      return decision.ok && decision.value.reply.status === 'processing' ? err(notKnown) : decision
    },
  })
  return !answered.ok && answered.error === notKnown ? runDecision(services, run) : answered
}

/** The answer came too late: another node has sent a request since. */
const notKnown = serviceError('state_conflict', 'The outcome is not known.')
