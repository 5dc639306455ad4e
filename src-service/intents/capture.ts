import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { CapturePaymentIntentBody, PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, type Result } from '../../src-shared/result.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import type { SavedAnswer } from '../commit.ts'
import { refuseRecipients } from '../contractors/refuse-recipients.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import { runBoundFollowUp } from './answer-again.ts'
import { cannotCapture, decideBeginCapture } from './decide-capture.ts'
import { loadIntentWithPayment } from './load.ts'
import { runFollowUp } from './run-follow-up.ts'

export interface CaptureRequest {
  readonly accountId: string
  readonly intentId: string
  readonly body: CapturePaymentIntentBody
  readonly idempotency: IdempotencyClaim | null
}

/** Section 4.2: captures the authorized payment of an intent. @returns `processing` while the outcome is unknown. */
export const captureIntent = (
  services: PaymentServices,
  { accountId, intentId, body, idempotency }: CaptureRequest,
): Promise<Result<PaymentIntent | SavedAnswer, ServiceError>> =>
  runBoundFollowUp(services, { accountId, claim: idempotency, done: 'captured' }, async (key) => {
    const found = await loadIntentWithPayment(services.store, accountId, intentId)
    if (!found.ok) return found
    const { document } = found.value.intent
    const { status, latest_payment: payment } = document
    if (status !== 'uncaptured' || payment === null) return err(cannotCapture(document))
    // Nothing is shared of what is released.
    const splits = body.amount === 0 ? [] : (body.payment_splits ?? document.payment_splits)
    const stranger = await refuseRecipients(services, accountId, splits)
    if (stranger !== null) return err(stranger)
    return runFollowUp(services, {
      accountId,
      paymentId: payment.id,
      attempt: found.value.attempt,
      begin: (attempt, context) => decideBeginCapture(attempt, body, context),
      key,
    })
  })
