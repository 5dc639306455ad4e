import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { ReversePaymentBody } from '../../src-shared/api/schemas/sandbox-money.ts'
import type { Cents } from '../../src-shared/money.ts'
import { refundableOf } from '../../src-shared/payments/refundable.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { type Attempt, type AttemptChange, changeAttempt } from '../intents/attempt.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { type BookedFee, bookFee } from './book-fee.ts'
import { withPaymentEvent } from './decide-settle-payment.ts'
import type { Payer } from './plans.ts'

/**
 * What the customer's bank takes back of a captured payment, as the processor reports it (docs/decisions): a
 * dispute of a card payment, a reversal, which for a bank debit is a return after the settlement. The payment stays
 * captured; what is disputed or reversed can no longer be refunded.
 */

/** A payment is disputed once. @param amount cents; undefined: all that is left */
export function decideDispute(
  attempt: Attempt,
  amount: Cents | undefined,
  payer: Payer,
  context: DecisionContext,
): DecisionResult<Payment> {
  const payment = attempt.payment.document
  if (payment.disputed) return err(conflict(payment, 'is disputed already'))
  const taken = amountToTake(payment, amount, 'disputed')
  if (!taken.ok) return taken
  const dispute = { disputed: true, dispute_id: context.newId('dispute') }
  return ok(
    takenBack(
      attempt,
      {
        payment: { ...dispute, amount_disputed: taken.value },
        intent: dispute,
        intentEvent: 'v2.payment_intent.disputed',
      },
      'v2.payment.disputed',
      { payer, fee: { fee_type: 'CHARGEBACK', amount: payer.plan?.chargeback_fee ?? 0 } },
      context,
    ),
  )
}

/** A payment is reversed once; it may be announced before. */
export function decideReverse(
  attempt: Attempt,
  { amount, expected }: ReversePaymentBody,
  payer: Payer,
  context: DecisionContext,
): DecisionResult<Payment> {
  const payment = attempt.payment.document
  if (payment.reversed) return err(conflict(payment, 'is reversed already'))
  const taken = amountToTake(payment, amount, 'reversed')
  if (!taken.ok) return taken
  const { now, newId } = context
  if (expected === true) {
    const announced = {
      payment: { reversal_expected: true },
      intentEvent: 'v2.payment_intent.updated',
    } as const
    const { decided } = changeAttempt(attempt, announced, now)
    return ok({ ...decided, reply: decided.reply.payment })
  }
  const reversal = { reversed: true, reversal_id: newId('reversal') }
  return ok(
    takenBack(
      attempt,
      {
        payment: {
          ...reversal,
          reversal_expected: false,
          amount_reversed: taken.value,
          ...returnOf(payment),
        },
        intent: reversal,
        intentEvent: 'v2.payment_intent.reversed',
      },
      'v2.payment.reversed',
      { payer, fee: { fee_type: 'REVERSAL_FEE', amount: payer.plan?.reversal_fee ?? 0 } },
      context,
    ),
  )
}

/** The return code by which a bank reports that the customer did not authorize the debit. */
function returnOf({ payment_rail_type }: Payment): Partial<Payment> {
  if (payment_rail_type === 'card') return {}
  const return_code = payment_rail_type === 'ca_bank_eft' ? '916' : 'R10'
  return { return_code, return_message: 'The customer says that the debit was not authorized' }
}

function takenBack(
  attempt: Attempt,
  change: AttemptChange,
  event: `v2.payment.${string}`,
  { payer, fee }: { readonly payer: Payer; readonly fee: BookedFee },
  context: DecisionContext,
) {
  const { decided } = changeAttempt(attempt, change, context.now)
  const { writes, events, reply } = withPaymentEvent(decided, event)
  const booked = bookFee(reply.payment, payer, fee, context)
  return {
    writes: [...writes, ...booked.writes],
    events: [...events, ...booked.events],
    reply: reply.payment,
  }
}

function amountToTake(
  payment: Payment,
  asked: Cents | undefined,
  how: 'disputed' | 'reversed',
): Result<Cents, ServiceError> {
  if (payment.status !== 'captured') return err(conflict(payment, `is ${payment.status}, not captured`))
  const left = refundableOf(payment)
  const amount = asked ?? left
  if (amount > 0 && amount <= left) return ok(amount)
  if (asked === undefined) return err(conflict(payment, `has nothing left that could be ${how}`))
  const message = `${asked} cents of payment ${payment.id} cannot be ${how}: the amount must be above 0 and at most the ${left} cents that are left.`
  return err(serviceError('parameter_invalid', message, { param: 'amount' }))
}

const conflict = ({ id }: Payment, why: string): ServiceError =>
  serviceError('state_conflict', `Payment ${id} ${why}.`, { param: 'id' })
