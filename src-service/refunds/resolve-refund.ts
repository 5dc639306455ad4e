import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import type { ResolveRefundBody } from '../../src-shared/api/schemas/resolve.ts'
import type { Result } from '../../src-shared/result.ts'
import type { PaymentServices } from '../authorize/payment-services.ts'
import { runDecision, type SavedAnswer } from '../commit.ts'
import { resolveAlone } from '../repair/resolve-alone.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import { decideResolveRefund } from './decide-resolve-refund.ts'
import { loadRefundState } from './load.ts'

export interface ResolveRefundRequest {
  readonly accountId: string
  readonly refundId: string
  readonly keyId: string
  readonly body: ResolveRefundBody
  readonly idempotency: IdempotencyClaim | null
}

/** Our own operation (docs/decisions/0031): records what a person has found out about an unresolved refund. */
export async function resolveRefund(
  services: PaymentServices,
  { accountId, refundId, keyId, body, idempotency }: ResolveRefundRequest,
): Promise<Result<Refund | SavedAnswer, ServiceError>> {
  const { log, store, processor } = services
  const answerLimitMs = processor.limits.followUpMs
  return resolveAlone(services, 'refund', refundId, async () => {
    const resolved = await runDecision(services, {
      load: () => loadRefundState(store, accountId, refundId),
      decide: (state, context) => decideResolveRefund(state, { body, keyId, answerLimitMs }, context),
      idempotency,
    })
    if (resolved.ok)
      log.warn({ refund_id: refundId, key_id: keyId, outcome: body.outcome }, 'refund.resolved')
    return resolved
  })
}
