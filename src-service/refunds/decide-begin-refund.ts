import { refuse } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { CreateRefundBody } from '../../src-shared/api/schemas/refund.ts'
import { err, ok } from '../../src-shared/result.ts'
import type { Attempt } from '../intents/attempt.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { newRefund, orderOfRefund, type RefundDocument } from './documents.ts'
import { amountToRefund, reserveRefund } from './reserve.ts'
import { refuseRefundSplits } from './split-rules.ts'

export interface RefundableState {
  readonly attempt: Attempt
  /** The payment's refunds so far. */
  readonly earlier: readonly RefundDocument[]
}

/** The refund to request from the processor, with its payment. */
export interface Asked {
  readonly refund: RefundDocument
  readonly payment: Payment
}

export interface BeginRefund {
  readonly refundId: string
  readonly body: CreateRefundBody
}

/**
 * Section 4.2, create refund. Journals the refund before it is requested from the processor, and reserves its amount.
 * The payment stays captured, so that several refunds of it can be in progress.
 */
export function decideBeginRefund(
  { attempt, earlier }: RefundableState,
  { refundId, body }: BeginRefund,
  { now, verified }: DecisionContext,
): DecisionResult<Asked> {
  const payment = attempt.payment.document
  if (payment.external) {
    return refuse(
      'state_conflict',
      `Payment ${payment.id} was made at an external gateway. Refund it there, then report the refund with POST /external_refunds.`,
      { param: 'id' },
    )
  }
  const { amount_refunded } = payment
  if (body.if_amount_refunded !== undefined && body.if_amount_refunded !== amount_refunded) {
    const message = `amount_refunded of payment ${payment.id} is ${amount_refunded} cents, not ${body.if_amount_refunded}. Nothing was refunded by this request. Fetch the payment and its refunds before you try again.`
    return refuse('amount_refunded_changed', message, { param: 'if_amount_refunded' })
  }
  const amount = amountToRefund(payment, body.amount)
  if (!amount.ok) return amount
  const refund_splits = body.refund_splits ?? []
  const refusal = refuseRefundSplits(
    refund_splits,
    amount.value,
    attempt.intent.document.payment_splits,
    earlier,
  )
  if (refusal !== null) return err(refusal)
  const whole = payment.settlement_status === 'unsettled' && amount.value === payment.amount_captured
  const refund = newRefund(
    {
      id: refundId,
      amount: amount.value,
      currency: payment.currency,
      account_id: payment.account_id,
      payment_id: payment.id,
      payment_intent_id: payment.payment_intent_id,
      awaits: 'processor',
      created_at: isoTime(now),
    },
    {
      refund_splits,
      gateway_response: {
        operation: whole ? 'void' : 'refund',
        since: isoTime(verified),
        ...orderOfRefund(refundId, verified),
      },
    },
  )
  return ok({ ...reserveRefund(attempt, refund, now), reply: { refund, payment } })
}
