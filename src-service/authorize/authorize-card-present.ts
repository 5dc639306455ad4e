import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Cents } from '../../src-shared/money.ts'
import type { Result } from '../../src-shared/result.ts'
import type { AttemptReply } from '../intents/attempt.ts'
import { writeOutcome } from '../intents/write-outcome.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import { askAuthorization } from './ask-processor.ts'
import { type BeginGuard, type BegunPayment, beginGuarded } from './begin-guarded.ts'
import { decideAttachTerminalDetails, type TerminalDetails } from './decide-attach-terminal-details.ts'
import { decideBeginCardPresent, type PresentedCard } from './decide-begin-card-present.ts'
import { decideAnswer } from './decide-finish-payment.ts'
import { orderAtTerminal } from './order-facts-of.ts'
import type { PaymentServices } from './payment-services.ts'

/** Section 4.4: auth_card and auth_manual, after the card was read. */
export interface CardPresentAuthorization extends PresentedCard {
  readonly accountId: string
  readonly intentId: string
  /** The amount that the customer saw, in cents: if the intent's has changed since, nothing is charged. */
  readonly agreedAmount: Cents
  /** Code of a voice authorization that the merchant got by telephone. */
  readonly authCode?: string
  /** Bound to the payment in the commit that starts it. */
  readonly idempotency?: IdempotencyClaim | null
  readonly guard?: BeginGuard
}

/**
 * Charges an intent's amount to the card that a terminal has read: journals the payment, asks the processor, and
 * records the outcome. The call succeeds also when
 * - the card was declined: the payment is `failed` (failure_code, failure_message, decline_category), the intent
 *   `created` again;
 * - less was approved than requested: `amount_authorized` is below `amount`;
 * - the outcome is unknown: payment and intent stay `processing` until the repair job finds it out. Never treat this
 *   as a failure.
 *
 * Errors, all before the processor is asked: resource_missing; state_conflict when the intent is not `created` or its
 * amount has changed; parameter_invalid when there is nothing to charge. Must not be stopped half-way: when the time at
 * the terminal runs out, the processor's answer is still recorded here.
 */
export async function authorizeCardPresent(
  services: PaymentServices,
  request: CardPresentAuthorization,
): Promise<Result<AttemptReply, ServiceError>> {
  const paymentId = services.newId('payment')
  services.inFlight.take(paymentId)
  try {
    const begun = await beginPayment(services, request, paymentId)
    if (!begun.ok) return begun
    const { intent, payment, journaled } = begun.value
    const decision = await askAuthorization(services, payment, {
      source: { kind: 'card', card: request.card },
      card_present: request.cardPresent,
      capture: intent.capture,
      auth_code: request.authCode ?? null,
      ...orderAtTerminal(payment),
    })
    return await writeOutcome(
      services,
      payment,
      (attempt, context) => decideAnswer(attempt, decision, context),
      journaled,
    )
  } finally {
    services.inFlight.release(paymentId)
  }
}

/** Adds the signature or the receipt data to a payment made at a terminal. */
export const attachTerminalDetails = (
  services: PaymentServices,
  accountId: string,
  paymentId: string,
  details: TerminalDetails,
): Promise<Result<AttemptReply, ServiceError>> =>
  writeOutcome(services, { account_id: accountId, id: paymentId }, (attempt, context) =>
    decideAttachTerminalDetails(attempt, details, context),
  )

function beginPayment(
  services: PaymentServices,
  request: CardPresentAuthorization,
  paymentId: string,
): Promise<Result<BegunPayment, ServiceError>> {
  const paymentMethodId = services.newId('payment_method')
  const sealedCard = services.vault.seal(paymentMethodId, request.card)
  return beginGuarded(services, { ...request, paymentId }, (intent, context) =>
    decideBeginCardPresent(
      intent,
      {
        presented: request,
        agreedAmount: request.agreedAmount,
        paymentId,
        paymentMethodId,
        sealedCard,
        processor: services.processor.name,
      },
      context,
    ),
  )
}
