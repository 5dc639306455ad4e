import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Cents } from '../../src-shared/money.ts'
import { refundableOf } from '../../src-shared/payments/refundable.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { type Attempt, type AttemptReply, changeAttempt } from '../intents/attempt.ts'
import { inserted } from '../store/row-writes.ts'
import type { Decided } from '../use-case.ts'
import { publicRefund, type RefundDocument } from './documents.ts'

/**
 * Returns the amount to refund. Only a captured payment can be refunded, and at most what is left of it.
 * @param asked cents; undefined asks for all that is left.
 * @returns the amount to refund, above 0.
 */
export function amountToRefund(payment: Payment, asked: Cents | undefined): Result<Cents, ServiceError> {
  if (payment.status !== 'captured') return err(notCaptured(payment))
  const left = refundableOf(payment)
  const amount = asked ?? left
  if (asked === 0) return refuse('parameter_invalid', 'amount must be at least 1 cent.', { param: 'amount' })
  if (amount > left || amount === 0) {
    const remaining =
      left === 0
        ? 'nothing is left to refund'
        : `${left} cents are left to refund. Send at most that amount, or leave amount out`
    const message = `Cannot refund ${asked ?? 'more'} of payment ${payment.id}: ${remaining}.`
    return refuse('refund_exceeds_amount', message, { param: 'amount' })
  }
  return ok(amount)
}

const notCaptured = ({ id, status }: Payment): ServiceError =>
  serviceError(
    'state_conflict',
    `Payment ${id} is ${status}; only a captured payment can be refunded. ${adviceFor(status)}`,
    { param: 'id' },
  )

function adviceFor(status: Payment['status']): string {
  if (status === 'processing' || status === 'pending') return 'Try again when its outcome is known.'
  if (status === 'uncaptured') return 'Cancel the payment intent to release the authorized amount.'
  return 'There is nothing to refund.'
}

/**
 * Inserts a new refund and reserves its amount on the payment (docs/decisions/0014), so that no other refund can use
 * it. External refunds are reserved too.
 * @throws when the amount is more than is left; call amountToRefund first.
 */
export function reserveRefund(attempt: Attempt, refund: RefundDocument, now: number): Decided<AttemptReply> {
  const { decided } = changeAttempt(
    attempt,
    {
      payment: { amount_refunded: attempt.payment.document.amount_refunded + refund.amount },
      intentEvent: 'v2.payment_intent.updated',
    },
    now,
  )
  const { account_id } = refund
  return {
    ...decided,
    writes: [...decided.writes, inserted('refund', account_id, refund, now)],
    events: [...decided.events, { account_id, type: 'v2.refund.created', object: publicRefund(refund) }],
  }
}
