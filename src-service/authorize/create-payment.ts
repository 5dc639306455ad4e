import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { CreatePaymentBody } from '../../src-shared/api/schemas/create-payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, type Result } from '../../src-shared/result.ts'
import type { RequestKey, SavedAnswer } from '../commit.ts'
import { runBound } from '../idempotency/keyed-work.ts'
import { answerAgain } from '../intents/answer-again.ts'
import { answerOutcome } from '../intents/write-outcome.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import { decideBeginWithMethod } from './decide-begin-with-method.ts'
import { decideAnswer } from './decide-finish-payment.ts'
import { payWithMethod } from './pay-with-method.ts'
import type { PayableRequest } from './payable.ts'
import type { PaymentServices } from './payment-services.ts'

export interface CreatePaymentRequest extends PayableRequest {
  readonly idempotency: IdempotencyClaim | null
}

/**
 * Section 4.1: pays an intent with a stored method, or with the default method of a customer. Returns the intent. A
 * decline leaves it `created` with a failed latest_payment, and is a success of the call that is saved like any other;
 * bank accounts leave it `pending`; an unknown outcome leaves it `processing`, which is not saved: a retry returns the
 * current state of the same payment and charges nothing.
 */
export async function createPayment(
  services: PaymentServices,
  request: CreatePaymentRequest,
): Promise<Result<PaymentIntent | SavedAnswer, ServiceError>> {
  const refusal = refuseSource(request.body)
  if (refusal !== null) return err(refusal)
  const { accountId, idempotency: claim } = request
  return runBound(
    services,
    claim,
    (key) => pay(services, request, key),
    (paymentId) => answerAgain(services, { accountId, paymentId, claim }),
  )
}

const pay = (
  services: PaymentServices,
  request: CreatePaymentRequest,
  key: RequestKey,
): Promise<Result<PaymentIntent | SavedAnswer, ServiceError>> =>
  payWithMethod(services, request, {
    key,
    begin: decideBeginWithMethod,
    finish: (payment, decision, carried) =>
      answerOutcome(
        services,
        payment,
        {
          known: decision.outcome !== 'unknown',
          decide: (attempt, context) => decideAnswer(attempt, decision, context),
          carried,
        },
        key.claim,
      ),
  })

/** Section 7: exactly one of them must be given. */
function refuseSource({ payment_method_id, customer_id }: CreatePaymentBody): ServiceError | null {
  if ((payment_method_id === undefined) !== (customer_id === undefined)) return null
  return serviceError(
    'payment_source_ambiguous',
    `Send exactly one of payment_method_id and customer_id, not ${payment_method_id === undefined ? 'neither' : 'both'}.`,
    { param: 'payment_method_id' },
  )
}
