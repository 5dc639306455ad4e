import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { ResolvePaymentBody } from '../../src-shared/api/schemas/resolve.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { runDecision, type SavedAnswer } from '../commit.ts'
import { intentOf } from '../intents/attempt.ts'
import { loadAttempt } from '../intents/load.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import { decideResolve } from './decide-resolve.ts'
import type { Quarantine } from './quarantine-row.ts'
import { resolveAlone } from './resolve-alone.ts'

export interface ResolveRequest {
  readonly accountId: string
  readonly paymentId: string
  readonly keyId: string
  readonly body: ResolvePaymentBody
  readonly idempotency: IdempotencyClaim | null
}

/** Our own operation (docs/decisions/0031): records what a person has found out about an unresolved payment. */
export async function resolvePayment(
  services: PaymentServices,
  { accountId, paymentId, keyId, body, idempotency }: ResolveRequest,
): Promise<Result<PaymentIntent | SavedAnswer, ServiceError>> {
  const { processor, log, store } = services
  return resolveAlone(services, 'payment', paymentId, async () => {
    const mayArrive = !processor.capabilities.voidClosesUnknown
    const { authorizeMs, followUpMs } = processor.limits
    const answerLimitMs = Math.max(authorizeMs, followUpMs)
    const resolved = await runDecision(services, {
      load: async () => {
        const attempt = await loadAttempt(store, accountId, paymentId)
        if (!attempt.ok) return attempt
        const stray = await store.get<Quarantine>('quarantine', accountId, paymentId)
        return ok({ attempt: attempt.value, stray })
      },
      decide: (state, context) =>
        intentOf(decideResolve(state, { body, keyId, mayArrive, answerLimitMs }, context)),
      idempotency,
    })
    if (resolved.ok)
      log.warn({ payment_id: paymentId, key_id: keyId, outcome: body.outcome }, 'repair.resolved')
    return resolved
  })
}
