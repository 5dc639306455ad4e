import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { Cents } from '../../src-shared/money.ts'
import type { Result } from '../../src-shared/result.ts'
import type { AttemptReply } from '../intents/attempt.ts'
import { writeOutcome } from '../intents/write-outcome.ts'
import type { IdempotencyClaim } from '../store/store.ts'
import { askAuthorization } from './ask-processor.ts'
import { type BeginGuard, type BegunPayment, beginGuarded } from './begin-guarded.ts'
import { decideAttachTerminalDetails, type TerminalDetails } from './decide-attach-terminal-details.ts'
import { decideBeginPayment, type PresentedCard } from './decide-begin-card-present.ts'
import { decideAnswer } from './decide-finish-payment.ts'
import type { PaymentServices } from './payment-services.ts'

/** Section 4.4, auth_card and auth_manual once the card is read. */
export interface CardPresentAuthorization extends PresentedCard {
  readonly accountId: string
  readonly intentId: string
  /** The amount the customer saw, in cents: when the intent's is another by now, nothing is charged. */
  readonly agreedAmount: Cents
  /** A voice authorization that the merchant got by telephone. */
  readonly authCode?: string
  /** Bound to the payment in the commit that begins it. */
  readonly idempotency?: IdempotencyClaim | null
  readonly guard?: BeginGuard
}

/**
 * Charges an intent's amount to the card that a terminal read: journals the payment, asks the processor, writes
 * the outcome down. It is a success of the call that
 * - the card was declined: the payment is `failed` (failure_code, failure_message, decline_category), the intent
 *   `created` again;
 * - less was approved than asked: `amount_authorized` is below `amount`;
 * - the outcome is not known: payment and intent stay `processing` and the repair job learns it later. Never take
 *   that for a failure.
 *
 * Errors, all before anything is asked of the processor: resource_missing; state_conflict when the intent is not
 * `created` or its amount has changed; parameter_invalid when there is nothing to charge. It must not be stopped half-way: what runs out
 * of time at the terminal still ends here with the processor's word.
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

/** Adds the signature, or what the receipt says, to a payment made at a terminal. */
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
    decideBeginPayment(
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
