import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import { err, ok } from '../../src-shared/result.ts'
import { sharesReturned } from '../contractors/ledger.ts'
import { changeAttempt } from '../intents/attempt.ts'
import { type RefundState, refundChange } from '../refunds/decide-finish-refund.ts'
import { operationOf } from '../refunds/documents.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { bookFee } from './book-fee.ts'
import type { Payer } from './plans.ts'

/**
 * A settled refund comes back, for example because the customer's account is closed. The refund fails, and the next
 * settlement gives back what an earlier one deducted for it. The refund keeps the id of that earlier settlement, whose
 * sums still include it. The customer must be refunded again or paid in another way.
 */
export function decideReturnRefund(
  { refund, attempt }: RefundState,
  payer: Payer,
  context: DecisionContext,
): DecisionResult<Refund> {
  const refusal = refuseReturn(refund.document)
  if (refusal !== null) return err(refusal)
  const { id, amount } = refund.document
  const payment = attempt.payment.document
  const { decided } = changeAttempt(
    attempt,
    {
      payment: { amount_refunded: payment.amount_refunded - amount },
      intentEvent: 'v2.payment_intent.updated',
    },
    context.now,
  )
  const failed = refundChange(
    refund,
    {
      status: 'failed',
      settlement_status: 'unsettled',
      failure_code: 'returned_by_bank',
      failure_message: "The customer's bank returned the refund. The customer did not receive it.",
    },
    'v2.refund.failed',
    context.now,
  )
  const credit = bookFee(
    payment,
    payer,
    {
      fee_type: 'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT',
      // The gateway of an external refund took the money itself, and gives it back itself.
      amount: refund.document.external ? 0 : amount,
      details: { is_refund: true, description: `Refund ${id} was returned` },
    },
    context,
  )
  return ok({
    writes: [
      ...decided.writes,
      ...failed.writes,
      ...credit.writes,
      ...sharesReturned(failed.reply, context.now),
    ],
    events: [...decided.events, ...failed.events, ...credit.events],
    reply: failed.reply,
  })
}

/** @returns the error if the refund cannot come back; null if it can */
export function refuseReturn(refund: Refund): ServiceError | null {
  const { id, status, settlement_status } = refund
  if (status !== 'succeeded' || settlement_status !== 'settled') {
    return conflict(
      `Refund ${id} is ${status} and ${settlement_status}; only a settled refund can be returned.`,
    )
  }
  return operationOf(refund) === 'void'
    ? conflict(`Refund ${id} was a void, so no money was paid that could be returned.`)
    : null
}

const conflict = (message: string) => serviceError('state_conflict', message, { param: 'id' })
