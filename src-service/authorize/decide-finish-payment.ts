import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { assertNever, ok } from '../../src-shared/result.ts'
import { isoTime } from '../clock.ts'
import { type Attempt, type AttemptReply, changeAttempt } from '../intents/attempt.ts'
import { withoutPending } from '../intents/pending-operation.ts'
import { scaleShares } from '../intents/scale-shares.ts'
import type { Decision } from '../processor/processor.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { addressChecks, cvvCheck } from './avs-cvv.ts'
import { issuerAnswered } from './emv-tags.ts'

/** Why a payment failed that the card's bank did not decline. */
type OurFailure = 'not_processed' | 'outcome_unknown_voided'

export type AuthorizationOutcome = Decision | { readonly outcome: 'failed'; readonly reason: OurFailure }

/**
 * Section 3.1 and 7: approved → captured or uncaptured; declined → the payment failed and the intent open again;
 * accepted by a bank rail → both pending; unknown → both stay processing until the repair job learns more. A decision on a payment that is no longer
 * processing changes nothing: somebody else finished it.
 */
export function decideFinishPayment(
  attempt: Attempt,
  outcome: AuthorizationOutcome,
  { now }: DecisionContext,
): DecisionResult<AttemptReply> {
  const payment = attempt.payment.document
  const intent = attempt.intent.document
  if (payment.status !== 'processing' || outcome.outcome === 'unknown') {
    return ok({ writes: [], events: [], reply: { intent, payment } })
  }
  switch (outcome.outcome) {
    case 'approved': {
      const status = intent.capture ? 'captured' : 'uncaptured'
      return ok(
        changeAttempt(
          attempt,
          {
            payment: { ...approval(payment, outcome), status, ...capturedAmount(intent.capture, outcome) },
            intent: {
              status,
              captured_at: intent.capture ? isoTime(now) : null,
              // A later capture scales them to what it captures.
              ...(intent.capture ? scaleShares(intent, outcome.amount_authorized) : {}),
              ...ownedBy(attempt),
            },
            intentEvent: `v2.payment_intent.${status}`,
          },
          now,
        ).decided,
      )
    }
    case 'pending':
      return ok(
        changeAttempt(
          attempt,
          {
            payment: { ...acceptance(payment, outcome), status: 'pending' },
            intent: { status: 'pending', ...ownedBy(attempt) },
            intentEvent: 'v2.payment_intent.pending',
          },
          now,
        ).decided,
      )
    case 'declined':
      return ok(failed(attempt, decline(payment, outcome), now))
    case 'failed':
      return ok(failed(attempt, ourFailure(payment, outcome.reason), now))
    default:
      return assertNever(outcome)
  }
}

/** Section 2.2: the first successful customer-owned payment sets the intent's customer for good. */
const ownedBy = ({ intent, payment }: Attempt): { readonly customer_id?: string } => {
  const { customer_id } = payment.document
  return intent.document.customer_id === null && customer_id !== null ? { customer_id } : {}
}

const failed = (attempt: Attempt, change: Partial<Payment>, now: number) =>
  changeAttempt(
    attempt,
    {
      payment: { ...change, status: 'failed' },
      intent: { status: 'created' },
      intentEvent: 'v2.payment_intent.payment_failed',
    },
    now,
  ).decided

type Approved = Extract<Decision, { outcome: 'approved' }>
type Accepted = Extract<Decision, { outcome: 'pending' }>
type Declined = Extract<Decision, { outcome: 'declined' }>

const capturedAmount = (capture: boolean, { amount_authorized }: Approved) => ({
  amount_authorized,
  amount_captured: capture ? amount_authorized : 0,
})

const verification = ({ billing_details }: Payment, { avs, cvv }: Approved | Declined): Partial<Payment> => ({
  avs,
  cvv,
  ...addressChecks(avs, billing_details.address_line1),
  cvv_check: cvvCheck(cvv),
})

const answer = (payment: Payment, decision: Approved | Accepted | Declined) =>
  withoutPending(payment, {
    response_code: decision.response_code,
    response_text: decision.response_text,
    retrieval_reference: decision.retrieval_reference,
  })

const approval = (payment: Payment, decision: Approved): Partial<Payment> => ({
  ...verification(payment, decision),
  ...issuerAnswered(payment, decision),
  auth_code: decision.auth_code,
  auth_response_text: decision.response_text,
  gateway_response: answer(payment, decision),
})

/** A bank takes the whole debit or none of it; nothing is captured before it clears. */
const acceptance = (payment: Payment, decision: Accepted): Partial<Payment> => ({
  amount_authorized: payment.amount,
  auth_response_text: decision.response_text,
  gateway_response: answer(payment, decision),
})

const decline = (payment: Payment, decision: Declined): Partial<Payment> => ({
  ...verification(payment, decision),
  ...issuerAnswered(payment, decision),
  failure_code: decision.category,
  failure_message: decision.response_text,
  decline_category: decision.category,
  decline_category_text: declineText(decision.category),
  auth_response_text: decision.response_text,
  gateway_response: answer(payment, decision),
})

/** insufficient_funds reads "Insufficient funds". */
const declineText = (category: string): string =>
  category.charAt(0).toUpperCase() + category.slice(1).replaceAll('_', ' ')

const ourFailureMessages: Readonly<Record<OurFailure, string>> = {
  not_processed: 'The payment never reached the processor. The card was not charged.',
  outcome_unknown_voided:
    'The processor did not tell the outcome, so the payment was voided. The card is not charged.',
}

const ourFailure = (payment: Payment, reason: OurFailure): Partial<Payment> => ({
  failure_code: reason,
  failure_message: ourFailureMessages[reason],
  gateway_response: withoutPending(payment),
})
