import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { mayCharge } from '../accounts/boarded.ts'
import { type Carried, runDecision } from '../commit.ts'
import type { Attempt, AttemptReply } from '../intents/attempt.ts'
import { writtenAttempt } from '../intents/carried.ts'
import type { IdempotencyClaim, Row, Write } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { loadOpenIntent } from './open-intent.ts'
import type { PaymentServices } from './payment-services.ts'

/**
 * Returns further writes for the commit that starts a payment, or why it must not start; called again at each retry.
 */
export type BeginGuard = () => Promise<Result<readonly Write[], ServiceError>>

interface Beginning {
  readonly accountId: string
  readonly intentId: string
  readonly paymentId: string
  /** Bound to the payment. */
  readonly idempotency?: IdempotencyClaim | null
  readonly guard?: BeginGuard
}

export interface BegunPayment extends AttemptReply {
  /** The written rows, for the next step. */
  readonly journaled: Carried<Attempt> | null
}

/** Journals a payment at a terminal in one commit with the writes of its guard. */
export async function beginGuarded(
  services: PaymentServices,
  { accountId, intentId, paymentId, idempotency = null, guard = async () => ok([]) }: Beginning,
  decide: (intent: Row<PaymentIntent>, context: DecisionContext) => DecisionResult<AttemptReply>,
): Promise<Result<BegunPayment, ServiceError>> {
  let journaled: Carried<Attempt> | null = null
  const begun = await runDecision(services, {
    load: async () => {
      const allowed = await mayCharge(services.accounts, accountId)
      if (!allowed.ok) return allowed
      const intent = await loadOpenIntent(services, accountId, intentId, 'payment_intent_id')
      if (!intent.ok) return intent
      const guarded = await guard()
      return guarded.ok ? ok({ intent: intent.value.intent, more: guarded.value }) : guarded
    },
    decide: ({ intent, more }, context) => {
      const begun = decide(intent, context)
      return begun.ok ? ok({ ...begun.value, writes: [...begun.value.writes, ...more] }) : begun
    },
    binds: { claim: idempotency, id: paymentId },
    written: (writes) => {
      journaled = writtenAttempt(writes)
    },
  })
  return begun.ok ? ok({ ...begun.value, journaled }) : begun
}
