import { serviceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { err, ok } from '../../src-shared/result.ts'
import { sharesRejected } from '../contractors/ledger.ts'
import { type Attempt, changeAttempt } from '../intents/attempt.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { bookFee } from './book-fee.ts'
import { wasVoided } from './decide-settle-payment.ts'
import type { Payer } from './plans.ts'

/**
 * captured → rejected: the processor's settlement rejected what was captured, so no money comes of it and the intent
 * has failed. A payment that a settlement of ours has stamped already keeps that stamp, for its sums were told; the
 * amount is taken back by the next one, unless its void does that. What was refunded of it stays taken: the customer has it.
 */
export function decideRejectPayment(
  attempt: Attempt,
  reason: string,
  payer: Payer,
  context: DecisionContext,
): DecisionResult<Payment> {
  const payment = attempt.payment.document
  const { id, status, amount_captured, settlement_status } = payment
  const wasPaidOut = settlement_status === 'settled' && !wasVoided(payment)
  if (status !== 'captured') {
    const message = `Payment ${id} is ${status}; only a captured one can be rejected by its settlement.`
    return err(serviceError('state_conflict', message, { param: 'id' }))
  }
  const { decided } = changeAttempt(
    attempt,
    {
      payment: { status: 'rejected', amount_rejected: amount_captured, return_message: reason },
      intent: { status: 'failed' },
      intentEvent: 'v2.payment_intent.failed',
    },
    context.now,
  )
  const takenBack = bookFee(
    payment,
    payer,
    {
      fee_type: 'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT',
      amount: wasPaidOut ? amount_captured : 0,
      details: { description: `Payment ${id} was settled, and rejected afterwards` },
    },
    context,
  )
  return ok({
    writes: [
      ...decided.writes,
      ...takenBack.writes,
      ...(wasPaidOut ? sharesRejected(payment, attempt.intent.document.payment_splits, context.now) : []),
    ],
    events: [...decided.events, ...takenBack.events],
    reply: decided.reply.payment,
  })
}
