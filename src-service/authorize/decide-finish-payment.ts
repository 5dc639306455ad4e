import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { assertNever, ok } from '../../src-shared/result.ts'
import { type Attempt, type AttemptReply, changeAttempt } from '../intents/attempt.ts'
import { pendingOperationOf, withoutPending } from '../intents/pending-operation.ts'
import { scaleShares } from '../intents/scale-shares.ts'
import type { Acceptance, Approval, Decision, Decline } from '../processor/decision.ts'
import { quarantineInsert } from '../repair/quarantine-row.ts'
import { isoTime } from '../time/clock.ts'
import type { Decided, DecisionContext, DecisionResult } from '../use-case.ts'
import { answerDetails, gatewayDetails } from './answer-details.ts'
import { addressChecks, cvvCheck } from './avs-cvv.ts'
import { withTerminalCard } from './terminal-card.ts'

/** Why a payment failed without a decline by the card's bank. */
type OurFailure = 'not_processed' | 'not_sent' | 'outcome_unknown_voided' | 'resolved_not_charged'

export type AuthorizationOutcome =
  | Decision
  /** Approved more than once: the approvals other than this one are voided. */
  | ((Approval | Acceptance) & { readonly duplicated: true })
  | {
      readonly outcome: 'failed'
      readonly reason: OurFailure
      /** Whether the authorization may still arrive: inquiries continue until it no longer can. */
      readonly mayArrive: boolean
    }

/**
 * Sections 3.1 and 7: approved → captured or uncaptured; declined → payment failed, intent open again; accepted by a
 * bank rail → both pending; unknown → both stay processing until the repair job finds out more. If the payment is no
 * longer processing, another request has finished it, and nothing changes.
 */
export function decideFinishPayment(
  found: Attempt,
  outcome: AuthorizationOutcome,
  context: DecisionContext,
): DecisionResult<AttemptReply> {
  const isOpen = found.payment.document.status === 'processing'
  if (!isOpen || !('card' in outcome) || outcome.card === null) return decideFinish(found, outcome, context)
  const { attempt, writes } = withTerminalCard(found, outcome.card, context)
  const decided = decideFinish(attempt, outcome, context)
  return decided.ok ? ok({ ...decided.value, writes: [...decided.value.writes, ...writes] }) : decided
}

function decideFinish(
  attempt: Attempt,
  outcome: AuthorizationOutcome,
  context: DecisionContext,
): DecisionResult<AttemptReply> {
  const { now, verified } = context
  const payment = attempt.payment.document
  const intent = attempt.intent.document
  if (payment.status !== 'processing' || outcome.outcome === 'unknown') {
    return ok({ writes: [], events: [], reply: { intent, payment } })
  }
  switch (outcome.outcome) {
    case 'approved': {
      const status = intent.capture ? 'captured' : 'uncaptured'
      const { decided } = changeAttempt(
        attempt,
        {
          payment: { status, ...capturedAmount(intent.capture, outcome), ...approval(payment, outcome) },
          intent: {
            status,
            captured_at: intent.capture ? isoTime(now) : null,
            // Without a capture now, the later capture scales the shares to its own amount.
            ...(intent.capture ? scaleShares(intent, outcome.amount_authorized) : {}),
            ...ownedBy(attempt),
          },
          intentEvent: `v2.payment_intent.${status}`,
        },
        now,
        context,
      )
      return ok('duplicated' in outcome ? withStrays(decided, payment, outcome, verified) : decided)
    }
    case 'pending': {
      const { decided } = changeAttempt(
        attempt,
        {
          payment: { ...acceptance(payment, outcome), status: 'pending' },
          intent: { status: 'pending', ...ownedBy(attempt) },
          intentEvent: 'v2.payment_intent.pending',
        },
        now,
        context,
      )
      return ok('duplicated' in outcome ? withStrays(decided, payment, outcome, verified) : decided)
    }
    case 'declined':
      return ok(failed(attempt, decline(payment, outcome), now))
    case 'failed': {
      const decided = failed(attempt, ourFailure(payment, outcome.reason), now)
      return ok(outcome.mayArrive ? withQuarantine(decided, payment, null, verified) : decided)
    }
    default:
      return assertNever(outcome)
  }
}

/**
 * Records the answer to the authorization itself. If another node has sent a void in the meantime, because this one was
 * delayed, an approval proves nothing any more: the repair job inquires.
 */
export function decideAnswer(
  attempt: Attempt,
  decision: Decision,
  context: DecisionContext,
): DecisionResult<AttemptReply> {
  const isVoided = pendingOperationOf(attempt.payment.document)?.asked_at !== undefined
  const holds = decision.outcome === 'approved' || decision.outcome === 'pending'
  return decideFinishPayment(attempt, isVoided && holds ? { outcome: 'unknown' } : decision, context)
}

const withQuarantine = (
  decided: Decided<AttemptReply>,
  payment: Payment,
  keep: string | null,
  verified: number,
): Decided<AttemptReply> => ({
  ...decided,
  writes: [...decided.writes, quarantineInsert(payment, keep, verified)],
})

const withStrays = (
  decided: Decided<AttemptReply>,
  payment: Payment,
  { retrieval_reference }: Approval | Acceptance,
  verified: number,
) => withQuarantine(decided, payment, retrieval_reference, verified)

/** Section 2.2: the first successful payment of a customer sets the intent's customer permanently. */
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

const capturedAmount = (capture: boolean, { amount_authorized }: Approval) => ({
  amount_authorized,
  amount_captured: capture ? amount_authorized : 0,
})

const verification = ({ billing_details }: Payment, { avs, cvv }: Approval | Decline): Partial<Payment> => ({
  avs,
  cvv,
  ...addressChecks(avs, billing_details.address_line1),
  cvv_check: cvvCheck(cvv),
})

const answer = (payment: Payment, decision: Approval | Acceptance | Decline) =>
  withoutPending(payment, {
    response_code: decision.response_code,
    response_text: decision.response_text,
    retrieval_reference: decision.retrieval_reference,
    ...(decision.outcome === 'pending' ? {} : gatewayDetails(payment, decision)),
  })

const approval = (payment: Payment, decision: Approval): Partial<Payment> => ({
  auth_code: decision.auth_code,
  auth_response_text: decision.response_text,
  gateway_response: answer(payment, decision),
  ...verification(payment, decision),
  ...answerDetails(payment, decision),
})

/** A bank accepts the whole debit or none of it; nothing is captured before it clears. */
const acceptance = (payment: Payment, decision: Acceptance): Partial<Payment> => ({
  amount_authorized: payment.amount,
  auth_response_text: decision.response_text,
  gateway_response: answer(payment, decision),
})

const decline = (payment: Payment, decision: Decline): Partial<Payment> => ({
  ...verification(payment, decision),
  ...answerDetails(payment, decision),
  failure_code: decision.category,
  failure_message: decision.response_text,
  decline_category: decision.category,
  decline_category_text: declineText(decision.category),
  auth_response_text: decision.response_text,
  gateway_response: answer(payment, decision),
})

/** Converts insufficient_funds to "Insufficient funds". */
const declineText = (category: string): string =>
  category.charAt(0).toUpperCase() + category.slice(1).replaceAll('_', ' ')

const ourFailureMessages: Readonly<Record<OurFailure, string>> = {
  not_processed: 'The payment never reached the processor. The card was not charged.',
  not_sent: 'The terminal finished without a card, so none was sent to the bank. Nothing was charged.',
  resolved_not_charged: 'Manual research showed that the card was not charged.',
  outcome_unknown_voided:
    'The processor did not report the outcome, so the payment was voided. The card was not charged.',
}

const ourFailure = (payment: Payment, reason: OurFailure): Partial<Payment> => ({
  failure_code: reason,
  failure_message: ourFailureMessages[reason],
  gateway_response: withoutPending(payment),
})
