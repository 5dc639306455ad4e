import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { ok } from '../../src-shared/result.ts'
import { runDecision } from '../commit.ts'
import { methodChanged, unchanged } from '../payment-methods/change-method.ts'
import type { Services } from '../services.ts'
import type { AuthorizationOutcome } from './decide-finish-payment.ts'

/**
 * Stores the funding of a stored card as reported by its processor in an answer or inquiry, for the next surcharge. It
 * is not part of a payment, so a failure is only logged: the next authorization reports it again.
 */
export async function keepFunding(
  services: Pick<Services, 'store' | 'clock' | 'newId' | 'log'>,
  { account_id, payment_method_id: id, payment_method }: Payment,
  outcome: AuthorizationOutcome,
): Promise<void> {
  if (outcome.outcome !== 'approved' && outcome.outcome !== 'declined') return
  const { funding } = outcome
  if (funding === 'unknown' || id === null || payment_method?.single_use_token !== false) return
  if (payment_method.card === null || payment_method.card.funding === funding) return
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
