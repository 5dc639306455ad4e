import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Result } from '../../src-shared/result.ts'
import { mayCharge } from '../accounts/boarded.ts'
import { type Carried, type RequestKey, runDecision } from '../commit.ts'
import type { Attempt, AttemptReply } from '../intents/attempt.ts'
import { rememberedIntent, writtenAttempt } from '../intents/carried.ts'
import type { Decision } from '../processor/decision.ts'
import type { Row } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { askAuthorization } from './ask-processor.ts'
import type { BeginWithMethod } from './decide-begin-with-method.ts'
import { keepFunding } from './keep-funding.ts'
import { orderWithMethod } from './order-facts-of.ts'
import { loadPayable, type Payable, type PayableRequest } from './payable.ts'
import type { PaymentServices } from './payment-services.ts'

interface PayWithMethod<Answer> {
  /** Bound to the payment in the commit that starts it. */
  readonly key: RequestKey
  /** Whether the customer pays on the hosted page; else the merchant's system does. */
  readonly isOnPage?: boolean
  readonly begin: (
    payable: Payable,
    command: BeginWithMethod,
    context: DecisionContext,
  ) => DecisionResult<AttemptReply>
  /** Records the processor's answer. */
  readonly finish: (
    payment: Payment,
    decision: Decision,
    journaled: Carried<Attempt> | null,
  ) => Promise<Result<Answer, ServiceError>>
}

/** Journals a payment with a stored method, asks the processor, and records its answer with `finish`. */
export async function payWithMethod<Answer>(
  services: PaymentServices,
  request: PayableRequest,
  { key, isOnPage = false, begin, finish }: PayWithMethod<Answer>,
): Promise<Result<Answer, ServiceError>> {
  const paymentId = services.newId('payment')
  const command = { body: request.body, paymentId, processor: services.processor.name }
  services.inFlight.take(paymentId)
  try {
    let payable: Payable | undefined
    let journaled: Carried<Attempt> | null = null
    const load = async (known: Row<PaymentIntent> | null) => {
      const allowed = await mayCharge(services.accounts, request.accountId)
      return allowed.ok ? loadPayable(services, request, known) : allowed
    }
    const remembered = rememberedIntent(services.store, request.accountId, request.intentId)
    const known = remembered && (await load(remembered))
    const begun = await runDecision(services, {
      load: () => load(null),
      carried: remembered && known?.ok ? { state: known.value, row: remembered } : null,
      decide: (state, context) => {
        payable = state
        return begin(state, command, context)
      },
      binds: { id: paymentId, ...key },
      written: (writes) => {
        journaled = writtenAttempt(writes)
      },
    })
    if (!begun.ok) return begun
    if (payable === undefined) throw new Error(`payment ${paymentId} was begun with nothing to charge`)
    const { intent, payment } = begun.value
    const decision = await askAuthorization(services, payment, {
      source: payable.source,
      card_present: payment.card_present,
      capture: intent.capture,
      auth_code: null,
      ...orderWithMethod(payment, payable, isOnPage),
    })
    const answer = await finish(payment, decision, journaled)
    await keepFunding(services, payment, decision)
    return answer
  } finally {
    services.inFlight.release(paymentId)
  }
}
