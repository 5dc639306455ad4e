import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { EventTypeOf } from '../../src-shared/api/event-types.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type {
  CloseDisputeBody,
  DisputePaymentBody,
  ReversePaymentBody,
} from '../../src-shared/api/schemas/sandbox-money.ts'
import type { Cents } from '../../src-shared/money.ts'
import { refundableOf } from '../../src-shared/payments/refundable.ts'
import type { TakenBack } from '../../src-shared/payments/taken-back.ts'
import { takenByBank } from '../../src-shared/payments/taken-by-bank.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { type Attempt, type AttemptChange, changeAttempt, withPaymentEvent } from '../intents/attempt.ts'
import { returnMessageOf } from '../processor/return-codes.ts'
import type { RefundDocument } from '../refunds/documents.ts'
import type { Row } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { type BookedFee, bookFee } from './book-fee.ts'
import type { Payer } from './plans.ts'
import { bookGivenBack, bookTaken, type TakenLines } from './taken-lines.ts'

/**
 * Handles what the customer's bank takes back of a captured payment, as the processor reports it (docs/decisions/0014):
 * the dispute of a card payment, or a reversal, which for a bank debit is a return after settlement. The payment stays
 * captured. The disputed or reversed amount can no longer be refunded, and the next settlement deducts it. A bank may
 * take more than is left, even what was already refunded; that is recorded too (src-shared/payments/taken-by-bank.ts).
 */

/**
 * State of a payment's dispute, stored in gateway_response.dispute_status (the specification has no field for it):
 *
 *   inquiry ──▶ open ──▶ won | lost
 *      └────────────────▶ won      (the bank inquired and accepted the answer)
 */
type DisputeStatus = 'inquiry' | 'open' | 'won' | 'lost'

const disputeStatusOf = ({ gateway_response, disputed }: Payment): DisputeStatus | null => {
  const status = gateway_response.dispute_status
  if (status === 'inquiry' || status === 'open' || status === 'won' || status === 'lost') return status
  return disputed ? 'open' : null
}

const withDisputeStatus = (
  { gateway_response }: Payment,
  dispute_status: DisputeStatus,
  given: { readonly respond_by?: string | undefined; readonly amount?: Cents } = {},
) => ({
  gateway_response: {
    ...gateway_response,
    dispute_status,
    ...(given.respond_by === undefined ? {} : { dispute_respond_by: given.respond_by }),
    ...(given.amount === undefined ? {} : { dispute_amount: given.amount }),
  },
})

/** The account that pays for it, and the refunds that void the payment. */
interface Taking {
  readonly payer: Payer
  readonly voids: readonly Row<RefundDocument>[]
}

/**
 * A payment can be disputed only once. A mere inquiry of the bank takes no money and causes no fee.
 */
export function decideDispute(
  attempt: Attempt,
  { amount, inquiry = false, respond_by }: DisputePaymentBody,
  { payer, voids }: Taking,
  context: DecisionContext,
): DecisionResult<Payment> {
  const payment = attempt.payment.document
  const before = disputeStatusOf(payment)
  if (before !== null && (before !== 'inquiry' || inquiry)) {
    return err(
      conflict(payment, before === 'inquiry' ? 'already has an open inquiry' : 'is already disputed'),
    )
  }
  const taken = amountToTake(payment, amount, voids)
  if (!taken.ok) return taken
  const dispute_id = payment.dispute_id ?? context.newId('dispute')
  if (inquiry) {
    const change: AttemptChange = {
      payment: { dispute_id, ...withDisputeStatus(payment, 'inquiry', { respond_by }) },
      intent: { dispute_id },
      intentEvent: 'v2.payment_intent.updated',
    }
    return ok(reported(attempt, change, 'v2.payment.dispute_inquiry', context))
  }
  const dispute = { disputed: true, dispute_id }
  return ok(
    takenBack(
      attempt,
      {
        payment: {
          ...dispute,
          ...withDisputeStatus(payment, 'open', { respond_by, amount: taken.value }),
        },
        intent: dispute,
        intentEvent: 'v2.payment_intent.disputed',
      },
      'v2.payment.disputed',
      {
        payer,
        fee: { fee_type: 'CHARGEBACK', amount: payer.plan?.chargeback_fee ?? 0 },
        line: { kind: 'dispute', amount: taken.value },
      },
      context,
    ),
  )
}

/**
 * A won dispute gives back the amount that was taken, but not its fee. A lost dispute changes no amounts and is final.
 * @param lines what settlements take for this payment, which is given back; 0 once its rejection has given it back
 */
export function decideCloseDispute(
  attempt: Attempt,
  outcome: CloseDisputeBody['outcome'],
  { payer, lines }: { readonly payer: Payer; readonly lines: TakenLines },
  context: DecisionContext,
): DecisionResult<Payment> {
  const payment = attempt.payment.document
  const before = disputeStatusOf(payment)
  if (before === null) return err(conflict(payment, 'is not disputed'))
  if (before === 'won' || before === 'lost')
    return err(conflict(payment, `already has a dispute that was ${before}`))
  if (before === 'inquiry' && outcome === 'lost') {
    return err(conflict(payment, 'has only an inquiry, which takes no money and therefore cannot be lost'))
  }
  const given = outcome === 'won' ? { disputed: false, amount_disputed: 0 } : {}
  const change: AttemptChange = {
    payment: { ...given, ...withDisputeStatus(payment, outcome) },
    intent: outcome === 'won' ? { disputed: false } : {},
    intentEvent: `v2.payment_intent.dispute_${outcome}`,
  }
  const { writes, events, reply } = reported(attempt, change, `v2.payment.dispute_${outcome}`, context)
  if (outcome === 'lost') return ok({ writes, events, reply })
  const back = bookGivenBack(payment, payer, { kind: 'dispute', amount: lines.dispute }, context)
  return ok({ writes: [...writes, ...back.writes], events: [...events, ...back.events], reply })
}

/** A payment can be reversed only once. The reversal may be announced beforehand with `expected`. */
export function decideReverse(
  attempt: Attempt,
  { amount, expected, return_code }: ReversePaymentBody,
  { payer, voids }: Taking,
  context: DecisionContext,
): DecisionResult<Payment> {
  const payment = attempt.payment.document
  if (payment.reversed) return err(conflict(payment, 'is already reversed'))
  const taken = amountToTake(payment, amount, voids)
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
          gateway_response: { ...withWholeDispute(payment), reversal_amount: taken.value },
          ...returnOf(payment, return_code),
        },
        intent: reversal,
        intentEvent: 'v2.payment_intent.reversed',
      },
      'v2.payment.reversed',
      {
        payer,
        fee: { fee_type: 'REVERSAL_FEE', amount: payer.plan?.reversal_fee ?? 0 },
        line: { kind: 'reversal', amount: taken.value },
      },
      context,
    ),
  )
}

/** Former versions stored only `amount_disputed`, which a reversal can lower. Store the whole amount first. */
const withWholeDispute = (payment: Payment): Payment['gateway_response'] => ({
  ...payment.gateway_response,
  ...(payment.disputed ? { dispute_amount: takenByBank(payment).dispute } : {}),
})

/** For a bank debit: the return code that was sent, else the code for a debit that the customer did not authorize. */
function returnOf({ payment_rail_type }: Payment, code: string | undefined): Partial<Payment> {
  if (payment_rail_type === 'card') return {}
  const return_code = code ?? (payment_rail_type === 'ca_bank_eft' ? '916' : 'R10')
  return { return_code, return_message: returnMessageOf(return_code) }
}

function reported(
  attempt: Attempt,
  change: AttemptChange,
  event: EventTypeOf<'payment'>,
  { now }: DecisionContext,
) {
  const { writes, events, reply } = withPaymentEvent(changeAttempt(attempt, change, now).decided, event)
  return { writes, events, reply: reply.payment }
}

interface Booked {
  readonly payer: Payer
  readonly fee: BookedFee
  readonly line: { readonly kind: TakenBack; readonly amount: Cents }
}

function takenBack(
  attempt: Attempt,
  change: AttemptChange,
  event: EventTypeOf<'payment'>,
  { payer, fee, line }: Booked,
  context: DecisionContext,
) {
  const { writes, events, reply } = reported(attempt, change, event, context)
  const booked = bookFee(reply, payer, fee, context)
  const taken = bookTaken(reply, payer, line, context)
  return {
    writes: [...writes, ...booked.writes, ...taken.writes],
    events: [...events, ...booked.events, ...taken.events],
    reply,
  }
}

/**
 * Returns the amount that the bank reports. Without an amount, it is all that is left, or if nothing is left, all that
 * was captured. A larger amount is refused, and so is a payment that was voided or may be: no money of it moved.
 */
function amountToTake(
  payment: Payment,
  asked: Cents | undefined,
  voids: Taking['voids'],
): Result<Cents, ServiceError> {
  const { id, status, amount_captured } = payment
  if (status !== 'captured') return err(conflict(payment, `is ${status}, not captured`))
  const standing = voids.find(({ document }) => document.status !== 'failed')
  if (standing !== undefined) {
    const isDone = standing.document.status === 'succeeded'
    return err(conflict(payment, `${isDone ? 'was' : 'is being'} voided, so there is nothing to take back`))
  }
  const amount = asked ?? (refundableOf(payment) || amount_captured)
  if (amount > 0 && amount <= amount_captured) return ok(amount)
  const message = `Cannot take back ${amount} cents of payment ${id}: ${amount_captured} cents were captured. Send an amount from 1 to ${amount_captured}, or leave it out.`
  return refuse('parameter_invalid', message, { param: 'amount' })
}

const conflict = ({ id }: Payment, why: string): ServiceError =>
  serviceError('state_conflict', `Payment ${id} ${why}.`, { param: 'id' })
