import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { runDecision, type SavedAnswer } from '../commit.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import { runBoundFollowUp } from './answer-again.ts'
import { cannotCancel, decideBeginVoid, decideCancelUnpaid } from './decide-cancel.ts'
import { loadIntent, loadIntentWithPayment, sessionOf } from './load.ts'
import { runFollowUp } from './run-follow-up.ts'

export interface CancelRequest {
  readonly accountId: string
  readonly intentId: string
  readonly reason: string | null
  readonly idempotency: IdempotencyClaim | null
}

/** Section 4.2: cancels an intent; what is authorized or captured is voided at the processor first. */
export const cancelIntent = (
  services: PaymentServices,
  { accountId, intentId, reason, idempotency }: CancelRequest,
): Promise<Result<PaymentIntent | SavedAnswer, ServiceError>> =>
  runBoundFollowUp(services, { accountId, claim: idempotency, done: 'cancelled' }, async (key) => {
    const found = await loadIntentWithPayment(services.store, accountId, intentId)
    if (!found.ok) return found
    const { document } = found.value.intent
    const { status, latest_payment: payment } = document
    if (status === 'created') {
      return runDecision(services, {
        load: async () => {
          const intent = await loadIntent(services.store, accountId, intentId)
          if (!intent.ok) return intent
          return ok({ intent: intent.value, session: await sessionOf(services.store, intent.value) })
        },
        decide: (current, context) => decideCancelUnpaid(current, reason, context),
        idempotency,
      })
    }
    if (payment === null) return err(cannotCancel(document))
    return runFollowUp(services, {
      accountId,
      paymentId: payment.id,
      attempt: found.value.attempt,
      begin: (attempt, context) => decideBeginVoid(attempt, reason, context),
      key,
    })
  })
