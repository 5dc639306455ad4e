import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { inProgress, type RequestKey, type SavedAnswer } from '../commit.ts'
import { runBound } from '../idempotency/keyed-work.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import type { Attempt } from './attempt.ts'
import { loadAttempt } from './load.ts'
import { answerOutcome } from './write-outcome.ts'

interface Repeat {
  readonly accountId: string
  readonly paymentId: string
  readonly claim: IdempotencyClaim | null
}

type Answer = Promise<Result<PaymentIntent | SavedAnswer, ServiceError>>

/**
 * Answers a retry whose key is bound to a payment (its first answer was `processing`, or was never sent) with the
 * current intent; nothing is charged again. The answer is saved once the payment's outcome is known.
 */
export async function answerAgain(services: PaymentServices, repeat: Repeat): Answer {
  const { accountId, paymentId, claim } = repeat
  if (!services.inFlight.take(paymentId)) return err(inProgress())
  try {
    const found = await loadAttempt(services.store, accountId, paymentId)
    if (!found.ok) return found
    const known = found.value.payment.document.status !== 'processing'
    const decide = ({ intent, payment }: Attempt) =>
      ok({ writes: [], events: [], reply: { intent: intent.document, payment: payment.document } })
    return await answerOutcome(services, { account_id: accountId, id: paymentId }, { decide, known }, claim)
  } finally {
    services.inFlight.release(paymentId)
  }
}

interface BoundFollowUp {
  readonly accountId: string
  readonly claim: IdempotencyClaim | null
  /** The intent's status once the processor has carried it out. */
  readonly done: 'captured' | 'cancelled'
}

/**
 * Runs a capture or void under an idempotency key. If the processor refused it, it may be requested again with that
 * key.
 */
export const runBoundFollowUp = (
  services: PaymentServices,
  { accountId, claim, done }: BoundFollowUp,
  work: (key: RequestKey) => Answer,
): Answer =>
  runBound(services, claim, work, async (paymentId, key) => {
    const attempt = await loadAttempt(services.store, accountId, paymentId)
    if (!attempt.ok) return attempt
    const { status } = attempt.value.intent.document
    if (status !== 'processing' && status !== done) return work(key)
    return answerAgain(services, { accountId, paymentId, claim })
  })
