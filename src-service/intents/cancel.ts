import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { type Carried, runDecision, type SavedAnswer } from '../commit.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import { runBoundFollowUp } from './answer-again.ts'
import type { Attempt } from './attempt.ts'
import { rememberedAttempt } from './carried.ts'
import { cannotCancel, decideBeginVoid, decideCancelUnpaid } from './decide-cancel.ts'
import { loadIntent, loadIntentWithPayment, sessionOf } from './load.ts'
import { runFollowUp } from './run-follow-up.ts'

export interface CancelRequest {
  readonly accountId: string
  readonly intentId: string
  readonly reason: string | null
  readonly idempotency: IdempotencyClaim | null
}

/** Section 4.2: cancels an intent; an authorized or captured amount is voided at the processor first. */
export const cancelIntent = (
  services: PaymentServices,
  { accountId, intentId, reason, idempotency }: CancelRequest,
): Promise<Result<PaymentIntent | SavedAnswer, ServiceError>> =>
  runBoundFollowUp(services, { accountId, claim: idempotency, done: 'cancelled' }, async (key) => {
    const release = (paymentId: string, attempt: Carried<Attempt> | null) =>
      runFollowUp(services, {
        accountId,
        paymentId,
        attempt,
        key,
        begin: (current, context) => decideBeginVoid(current, reason, context),
      })
    const remembered = rememberedAttempt(services.store, accountId, intentId)
    if (remembered !== null && isHeld(remembered.state)) return release(remembered.row.id, remembered)
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
    return release(payment.id, found.value.attempt)
  })

/**
 * Whether the intent has been authorized. Its payment can then no longer be replaced; any other intent is loaded first,
 * because only an intent without an authorization may be cancelled unpaid.
 */
const isHeld = ({ intent: { document } }: Attempt): boolean =>
  document.status === 'uncaptured' || document.status === 'captured'
