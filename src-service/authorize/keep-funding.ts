import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { ok } from '../../src-shared/result.ts'
import { runDecision } from '../commit.ts'
import { methodChanged, unchanged } from '../payment-methods/change-method.ts'
import type { Decision } from '../processor/decision.ts'
import type { Services } from '../services.ts'
import type { Row } from '../store/store.ts'

/**
 * Keeps with a stored card what its processor states of its funding: the next surcharge goes by that. It belongs to
 * no payment, so a fault here is logged and leaves it as it was: the next authorization states it again.
 */
export async function keepFunding(
  services: Pick<Services, 'store' | 'clock' | 'newId' | 'log'>,
  { account_id, id, document }: Row<PaymentMethod>,
  decision: Decision,
): Promise<void> {
  if (decision.outcome !== 'approved' && decision.outcome !== 'declined') return
  const { funding } = decision
  const isKnown = document.card === null || document.card.funding === funding
  if (funding === 'unknown' || isKnown || document.single_use_token) return
  try {
    await runDecision(services, {
      load: async () => ok(await services.store.get<PaymentMethod>('payment_method', account_id, id)),
      decide: (method, { now }) => {
        if (method === null) return ok({ writes: [], events: [], reply: null })
        const { card } = method.document
        if (card === null || card.funding === funding) return ok(unchanged(method))
        return ok(methodChanged(method, { card: { ...card, funding } }, 'v2.payment_method.updated', now))
      },
    })
  } catch (error) {
    services.log.warn({ err: error, id }, 'payment_method.funding_not_kept')
  }
}
