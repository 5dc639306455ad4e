import { refuse } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { takenBackKinds } from '../../src-shared/payments/taken-back.ts'
import { ok } from '../../src-shared/result.ts'
import { hasPaidShares, sharesRejected } from '../contractors/ledger.ts'
import { type Attempt, changeAttempt } from '../intents/attempt.ts'
import type { RefundDocument } from '../refunds/documents.ts'
import { voidsOf } from '../refunds/load.ts'
import type { Row, Store } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { type BookedFee, bookFee } from './book-fee.ts'
import { wasVoided } from './decide-settle-payment.ts'
import { wasShared } from './decide-settle-refund.ts'
import type { Payer } from './plans.ts'
import { bookGivenBack, type TakenLines } from './taken-lines.ts'

export interface Rejection {
  readonly attempt: Attempt
  readonly reason: string
  readonly payer: Payer
  /** What settlements deduct for the payment's dispute and reversal. */
  readonly lines: TakenLines
  /** Whether a settlement has already paid the contractor shares of the payment. */
  readonly hasPaidShares: boolean
  readonly voids: readonly Row<RefundDocument>[]
}

export async function loadRejection(
  store: Pick<Store, 'get' | 'list'>,
  given: Pick<Rejection, 'attempt' | 'reason' | 'payer' | 'lines'>,
): Promise<Rejection> {
  const { payment, intent } = given.attempt
  return {
    ...given,
    hasPaidShares: await hasPaidShares(store, payment, intent.document.payment_splits),
    voids: await voidsOf(store, payment),
  }
}

/**
 * captured → rejected: the processor's settlement rejected the capture, so the account gets no money for it and the
 * intent fails. A payment that one of our settlements already stamped keeps that stamp, because the sums of that
 * settlement were published. The next settlement deducts the amount, unless the void of the payment does so, and the
 * shares that the void has not taken back. What its dispute and reversal took is given back, each as its own kind of
 * line. Refunded amounts stay deducted, because the customer has that money.
 */
export function decideRejectPayment(
  { attempt, reason, payer, lines, ...paid }: Rejection,
  context: DecisionContext,
): DecisionResult<Payment> {
  const payment = attempt.payment.document
  const { id, status, amount_captured } = payment
  if (status !== 'captured') {
    const message = `Payment ${id} is ${status}; only a captured payment can be rejected by its settlement.`
    return refuse('state_conflict', message, { param: 'id' })
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
  const correction = { fee_type: 'UNKNOWN_BANK_ACTIVITY_ADJUSTMENT', ...correctionOf(payment, paid) } as const
  const booked = [
    bookFee(payment, payer, correction, context),
    ...takenBackKinds.map((kind) => bookGivenBack(payment, payer, { kind, amount: lines[kind] }, context)),
  ]
  const { payment_splits } = attempt.intent.document
  const taken = paid.voids.map(({ document }) => document).filter(wasShared)
  return ok({
    writes: [
      ...decided.writes,
      ...booked.flatMap(({ writes }) => writes),
      ...(paid.hasPaidShares ? sharesRejected(payment, payment_splits, taken, context.now) : []),
    ],
    events: [...decided.events, ...booked.flatMap(({ events }) => events)],
    reply: decided.reply.payment,
  })
}

/**
 * Returns what the next settlement deducts from the account, or gives back for a void that a former version settled
 * alone. Nothing for an external payment: its gateway pays it out and takes it back.
 */
function correctionOf(
  payment: Payment,
  { voids }: Pick<Rejection, 'voids'>,
): Pick<BookedFee, 'amount' | 'details'> {
  const { id, amount_captured, settlement_status } = payment
  if (settlement_status === 'settled') {
    const description = `Payment ${id} was settled, and rejected afterwards`
    return { amount: payment.external || wasVoided(payment) ? 0 : amount_captured, details: { description } }
  }
  const alone = voids.find(({ document }) => document.settlement_status === 'settled')
  const description = `The void of payment ${id} was settled, and the payment rejected`
  return { amount: alone?.document.amount ?? 0, details: { is_refund: true, description } }
}
