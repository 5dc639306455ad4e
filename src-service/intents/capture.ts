import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { CapturePaymentIntentBody, PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import type { Carried, SavedAnswer } from '../commit.ts'
import { refuseRecipients } from '../contractors/refuse-recipients.ts'
import type { IdempotencyClaim, Row } from '../store/store.ts'
import { runBoundFollowUp } from './answer-again.ts'
import type { Attempt } from './attempt.ts'
import { rememberedAttempt } from './carried.ts'
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
  request: CaptureRequest,
): Promise<Result<PaymentIntent | SavedAnswer, ServiceError>> => {
  const { accountId, intentId, body, idempotency: claim } = request
  return runBoundFollowUp(services, { accountId, claim, done: 'captured' }, async (key) => {
    const capture = (paymentId: string, attempt: Carried<Attempt> | null) =>
      runFollowUp(services, {
        accountId,
        paymentId,
        attempt,
        key,
        begin: (current, context) => decideBeginCapture(current, body, context),
      })
    const remembered = rememberedAttempt(services.store, accountId, intentId)
    const known = remembered && (await paymentToCapture(services, request, remembered.state.intent))
    if (known?.ok) return capture(known.value, remembered)
    const found = await loadIntentWithPayment(services.store, accountId, intentId)
    if (!found.ok) return found
    const payment = await paymentToCapture(services, request, found.value.intent)
    return payment.ok ? capture(payment.value, found.value.attempt) : payment
  })
}

/** @returns the id of the intent's payment, if it may be captured */
async function paymentToCapture(
  services: PaymentServices,
  { accountId, body }: CaptureRequest,
  { document }: Row<PaymentIntent>,
): Promise<Result<string, ServiceError>> {
  const { status, latest_payment: payment } = document
  if (status !== 'uncaptured' || payment === null) return err(cannotCapture(document))
  // A capture of 0 releases the whole amount, so there is nothing to split.
  const splits = body.amount === 0 ? [] : (body.payment_splits ?? document.payment_splits)
  const stranger = await refuseRecipients(services, accountId, splits)
  return stranger === null ? ok(payment.id) : err(stranger)
}
