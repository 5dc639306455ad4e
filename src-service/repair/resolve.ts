import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { ResolvePaymentBody } from '../../src-shared/api/schemas/resolve.ts'
import type { Result } from '../../src-shared/result.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import type { SavedAnswer } from '../commit.ts'
import { answerOutcome } from '../intents/write-outcome.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import { decideResolve } from './decide-resolve.ts'
import { resolveAlone } from './resolve-alone.ts'

export interface ResolveRequest {
  readonly accountId: string
  readonly paymentId: string
  readonly keyId: string
  readonly body: ResolvePaymentBody
  readonly idempotency: IdempotencyClaim | null
}

/** Ours (docs/decisions): writes down what a person has found out about an unresolved payment. */
export async function resolvePayment(
  services: PaymentServices,
  { accountId, paymentId, keyId, body, idempotency }: ResolveRequest,
): Promise<Result<PaymentIntent | SavedAnswer, ServiceError>> {
  const { processor, log } = services
  return resolveAlone(services, 'payment', paymentId, async () => {
    const mayArrive = !processor.capabilities.voidClosesUnknown
    const { authorizeMs, followUpMs } = processor.limits
    const answerLimitMs = Math.max(authorizeMs, followUpMs)
    const resolved = await answerOutcome(
      services,
      { account_id: accountId, id: paymentId },
      {
        known: true,
        decide: (attempt, context) =>
          decideResolve(attempt, { body, keyId, mayArrive, answerLimitMs }, context),
      },
      idempotency,
    )
    if (resolved.ok)
      log.warn({ payment_id: paymentId, key_id: keyId, outcome: body.outcome }, 'repair.resolved')
    return resolved
  })
}
