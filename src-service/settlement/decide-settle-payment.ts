import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { EventTypeOf } from '../../src-shared/api/event-types.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { sharesPaid } from '../contractors/ledger.ts'
import { type Attempt, type AttemptChange, changeAttempt, withPaymentEvent } from '../intents/attempt.ts'
import type { Clearing } from '../processor/follow-up.ts'
import type { RefundDocument } from '../refunds/documents.ts'
import type { Row } from '../store/store.ts'
import { bothDecided, type Decided, type DecisionContext, type DecisionResult } from '../use-case.ts'
import { bookFee } from './book-fee.ts'
import { goesWithPayment, settledRefund } from './decide-settle-refund.ts'
import { type Payer, processingFee } from './plans.ts'
import { type Stamp, stampOf } from './stamp.ts'

export interface SettlePayment {
  readonly settlementId: string
  /** Null for an external payment: its gateway took the fee. */
  readonly payer: Payer | null
  /** The refunds that void the whole payment. They are settled together with it. */
  readonly voids: readonly Row<RefundDocument>[]
}

const nothing: Decided<null> = { writes: [], events: [], reply: null }

/**
 * captured and unsettled → settled, with the fee or with the refund that voided the payment. While a void is in
 * progress its outcome is unknown, so the payment is left for the next run. A second call changes nothing.
 */
export function decideSettlePayment(
  attempt: Attempt,
  { settlementId, payer, voids }: SettlePayment,
  context: DecisionContext,
): Result<Decided<null>, ServiceError> {
  const payment = attempt.payment.document
  const isVoiding = voids.some(({ document }) => document.awaits === 'processor')
  if (payment.status !== 'captured' || payment.settlement_status === 'settled' || isVoiding)
    return ok(nothing)
  const stamp = stampOf(settlementId, context.now)
  const change: AttemptChange = { payment: stamp, intent: stamp, intentEvent: 'v2.payment_intent.settled' }
  const payments = settled(attempt, change, 'v2.payment.settled', { settlementId, payer }, context)
  return ok(
    voids
      .filter((refund) => goesWithPayment(refund.document, payment))
      .map((refund) => ({ ...settledRefund(refund, settlementId, context.now), reply: null }))
      .reduce<Decided<null>>(bothDecided, payments),
  )
}

/**
 * Section 3.2, bank rails: pending → captured and settled when the debit has cleared; pending → rejected, with a failed
 * intent, when the bank returned the debit. Without an answer from the bank the payment is left for the next run.
 */
export function decideClearing(
  attempt: Attempt,
  clearing: Clearing,
  { settlementId, payer }: { readonly settlementId: string; readonly payer: Payer },
  context: DecisionContext,
): DecisionResult<null> {
  const payment = attempt.payment.document
  if (payment.status !== 'pending') return ok(nothing)
  const { now } = context
  switch (clearing.outcome) {
    case 'cleared': {
      const stamp = stampOf(settlementId, now)
      const change: AttemptChange = {
        payment: { ...stamp, status: 'captured', amount_captured: payment.amount_authorized },
        intent: { ...stamp, status: 'captured', captured_at: stamp.settled_at },
        intentEvent: 'v2.payment_intent.captured',
      }
      return ok(settled(attempt, change, 'v2.payment.captured', { settlementId, payer }, context))
    }
    case 'returned': {
      const { return_code, return_message } = clearing
      const { decided } = changeAttempt(
        attempt,
        {
          payment: { status: 'rejected', amount_rejected: payment.amount, return_code, return_message },
          intent: { status: 'failed' },
          intentEvent: 'v2.payment_intent.failed',
        },
        now,
      )
      const fee = { fee_type: 'RETURN_FEE', amount: payer.plan?.return_fee ?? 0 } as const
      return ok(bothDecided(decided, { ...bookFee(payment, payer, fee, context), reply: null }))
    }
    default:
      return ok(nothing)
  }
}

function settled(
  attempt: Attempt,
  change: AttemptChange,
  event: EventTypeOf<'payment'>,
  { settlementId, payer }: Omit<SettlePayment, 'voids'>,
  context: DecisionContext,
): Decided<null> {
  const { attempt: after, decided } = changeAttempt(attempt, change, context.now)
  const payment = after.payment.document
  const stamp = stampOf(settlementId, context.now)
  const { writes, events } = feeOf(payment, payer, stamp, context)
  const { payment_splits } = after.intent.document
  const shares = wasVoided(payment) ? [] : sharesPaid(payment, payment_splits, stamp, context.now)
  return bothDecided(withPaymentEvent(decided, event), {
    writes: [...writes, ...shares],
    events,
    reply: null,
  })
}

/** Whether the payment was voided: then nothing is paid out for it, or the void's refund deducts it again. */
export const wasVoided = ({ gateway_response }: Payment): boolean =>
  gateway_response.void_reference !== undefined

/** A voided payment was never processed, so it has no fee. */
function feeOf(payment: Payment, payer: Payer | null, stamp: Stamp, context: DecisionContext) {
  if (payer === null || payer.plan === null || wasVoided(payment)) return { writes: [], events: [] }
  const { amount, ...rates } = processingFee(payment, payer.plan)
  return bookFee(payment, payer, { fee_type: 'PROCESSING', amount, details: { ...rates, ...stamp } }, context)
}
