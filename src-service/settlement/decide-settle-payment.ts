import type { ServiceError } from '../../src-shared/api/errors.ts'
import type { EventTypeOf } from '../../src-shared/api/event-types.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { isoTime } from '../clock.ts'
import { sharesPaid } from '../contractors/ledger.ts'
import { type Attempt, type AttemptChange, changeAttempt, withPaymentEvent } from '../intents/attempt.ts'
import type { Clearing } from '../processor/follow-up.ts'
import type { Decided, DecisionContext, DecisionResult } from '../use-case.ts'
import { bookFee } from './book-fee.ts'
import { type Payer, processingFee } from './plans.ts'

/** What a settlement stamps on everything it settles. */
export interface Stamp {
  readonly settlement_id: string
  readonly settlement_status: 'settled'
  readonly settled_at: string
}

export const stampOf = (settlementId: string, now: number): Stamp => ({
  settlement_id: settlementId,
  settlement_status: 'settled',
  settled_at: isoTime(now),
})

export interface SettlePayment {
  readonly settlementId: string
  /** Null for a payment that was made elsewhere: its gateway took its fee. */
  readonly payer: Payer | null
  /** All of it is just being refunded as a void: whether there is anything to settle, nobody knows yet. */
  readonly voiding: boolean
}

const nothing: Decided<null> = { writes: [], events: [], reply: null }

/** captured and unsettled → settled, with its fee. Whoever comes second changes nothing. */
export function decideSettlePayment(
  attempt: Attempt,
  { settlementId, payer, voiding }: SettlePayment,
  context: DecisionContext,
): Result<Decided<null>, ServiceError> {
  const payment = attempt.payment.document
  if (payment.status !== 'captured' || payment.settlement_status === 'settled' || voiding) return ok(nothing)
  const stamp = stampOf(settlementId, context.now)
  const change: AttemptChange = { payment: stamp, intent: stamp, intentEvent: 'v2.payment_intent.settled' }
  return ok(settled(attempt, change, 'v2.payment.settled', { settlementId, payer }, context))
}

/**
 * Section 3.2, bank rails: pending → captured when the debit cleared, and settled with it; or rejected when the bank
 * sent it back, and the intent failed. Without an answer from the bank it is left for the next run.
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
      return ok(joined(decided, bookFee(payment, payer, fee, context)))
    }
    default:
      return ok(nothing)
  }
}

function settled(
  attempt: Attempt,
  change: AttemptChange,
  event: EventTypeOf<'payment'>,
  { settlementId, payer }: Omit<SettlePayment, 'voiding'>,
  context: DecisionContext,
): Decided<null> {
  const { attempt: after, decided } = changeAttempt(attempt, change, context.now)
  const payment = after.payment.document
  const stamp = stampOf(settlementId, context.now)
  const { writes, events } = feeOf(payment, payer, stamp, context)
  const { payment_splits } = after.intent.document
  const shares = wasVoided(payment) ? [] : sharesPaid(payment, payment_splits, stamp, context.now)
  return joined(withPaymentEvent(decided, event), { writes: [...writes, ...shares], events })
}

const wasVoided = ({ gateway_response }: Payment): boolean => gateway_response.void_reference !== undefined

/** One that was voided was never processed. */
function feeOf(payment: Payment, payer: Payer | null, stamp: Stamp, context: DecisionContext) {
  if (payer === null || payer.plan === null || wasVoided(payment)) return { writes: [], events: [] }
  const { amount, ...rates } = processingFee(payment, payer.plan)
  return bookFee(payment, payer, { fee_type: 'PROCESSING', amount, details: { ...rates, ...stamp } }, context)
}

const joined = (
  first: Decided<unknown>,
  second: Pick<Decided<unknown>, 'writes' | 'events'>,
): Decided<null> => ({
  writes: [...first.writes, ...second.writes],
  events: [...first.events, ...second.events],
  reply: null,
})
