import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import { capturedSurcharge, leastCapture } from '../../src-shared/payments/captured-parts.ts'
import { type ContractorShare, contractorShares } from '../../src-shared/payments/refund-splits.ts'
import { refundableOf } from '../../src-shared/payments/refundable.ts'
import { voidObstacle } from '../../src-shared/payments/voidable.ts'
import type { PosCommandPayload } from '../../src-shared/pos/commands.ts'
import { type CommandRefusal, refuse } from '../../src-shared/pos/refusals.ts'
import { assertNever, err, ok, type Result } from '../../src-shared/result.ts'
import type { ActionRecord } from './action-record.ts'
import type { IntentHistory } from './intent-history.ts'

export type ActionRequest = Omit<PosCommandPayload<'payments.act'>, 'pin'>

interface PlannedFrom {
  readonly id: string
  readonly at: string
  /** The service's time, in ms; null where it is not known. */
  readonly service_time: number | null
  readonly person_id: string | null
}

/**
 * Plans a manager's request by the present state: which payment it is about and how many cents move. The service
 * decides in the end; what it would refuse anyway is refused here, before anything is journaled.
 */
export function planAction(
  asked: ActionRequest,
  history: IntentHistory,
  { id, at, service_time, person_id }: PlannedFrom,
): Result<ActionRecord, CommandRefusal> {
  const { intent, payments, refunds } = history
  // A refund of ours is distinguished from the earlier refunds, which are loaded only with a payment id.
  if (asked.kind === 'refund' && asked.payment_id === null) {
    return refuse('payload_invalid', 'payment_id: a refund needs the payment')
  }
  const payment = payments.find((one) => one.id === (asked.payment_id ?? intent.latest_payment?.id)) ?? null
  if (payment === null && (asked.payment_id !== null || asked.kind !== 'cancel')) {
    return refuse('not_found', `intent ${intent.id} has no such payment`)
  }
  const amount = amountOf(asked, history, payment)
  if (!amount.ok) return refuse('not_now', amount.error)
  return ok({
    id,
    kind: asked.kind,
    intent_id: intent.id,
    payment_id: payment?.id ?? null,
    amount: amount.value,
    currency: intent.currency,
    reason: asked.reason ?? '',
    refund_splits: asked.refund_splits ?? [],
    tip_amount: asked.tip_amount ?? null,
    surcharge_amount:
      asked.kind === 'capture' ? loweredSurcharge(asked, amount.value, intent, payment) : null,
    person_id,
    started_at: at,
    state: 'sending',
    detail: '',
    tries: 0,
    receipt: null,
    print: 'not_asked',
    before: {
      intent_status: intent.status,
      ...(service_time === null ? {} : { service_time }),
      tip_amount: intent.tip_amount,
      tax_amount: intent.tax_amount,
      surcharge_amount: intent.surcharge_amount,
      refund_ids: (refunds ?? []).map((refund) => refund.id),
      ...(payment === null ? {} : { amount_refunded: payment.amount_refunded }),
      ...(asked.kind === 'refund' ? { is_condition: true } : {}),
    },
    refund_id: null,
    refusals: 0,
  })
}

function amountOf(
  { kind, amount, refund_splits = [], tip_amount }: ActionRequest,
  { intent, refunds }: IntentHistory,
  payment: Payment | null,
): Result<number, string> {
  switch (kind) {
    case 'refund':
      if (payment?.status !== 'captured') return err(`the payment is ${payment?.status}`)
      return sharedBack(
        within(amount ?? refundableOf(payment), refundableOf(payment)),
        refund_splits,
        contractorShares(intent.payment_splits, refunds ?? []),
      )
    case 'void':
      if (!stands('captured', intent, payment)) return err(`the intent is ${intent.status}`)
      return voided(payment)
    case 'capture':
      if (!stands('uncaptured', intent, payment)) return err(`the intent is ${intent.status}`)
      return captured(amount ?? payment.amount_authorized, tip_amount ?? intent.tip_amount, intent, payment)
    case 'cancel':
      if (intent.status === 'created') return ok(0)
      if (!stands('uncaptured', intent, payment)) return err(`the intent is ${intent.status}`)
      return ok(payment.amount_authorized)
    default:
      return assertNever(kind)
  }
}

/** Refuses when a contractor would give back more than it has left of the payment. */
function sharedBack(
  amount: Result<number, string>,
  splits: NonNullable<ActionRequest['refund_splits']>,
  shares: readonly ContractorShare[],
): Result<number, string> {
  if (!amount.ok) return amount
  const tooMuch = splits.find(
    (split) => split.amount > (shares.find(({ account_id }) => account_id === split.account_id)?.left ?? 0),
  )
  if (tooMuch !== undefined) return err(`${tooMuch.account_id} does not have ${tooMuch.amount} cents of it`)
  const sum = splits.reduce((all, split) => all + split.amount, 0)
  return sum > amount.value ? err(`contractors would give back ${sum} of ${amount.value} cents`) : amount
}

function captured(
  amount: number,
  tip_amount: number,
  intent: IntentHistory['intent'],
  payment: Payment,
): Result<number, string> {
  const surcharge_amount = capturedSurcharge(intent, payment.amount_authorized, amount - tip_amount)
  const least = leastCapture(intent, { tip_amount, surcharge_amount })
  return amount < least
    ? err(`${amount} cents were asked for, tip, tax and surcharge alone are ${least}`)
    : within(amount, payment.amount_authorized)
}

/** Null: captured without changing the surcharge. */
function loweredSurcharge(
  { tip_amount }: ActionRequest,
  amount: number,
  intent: IntentHistory['intent'],
  payment: Payment | null,
): number | null {
  const purchase = amount - (tip_amount ?? intent.tip_amount)
  const surcharge = capturedSurcharge(intent, payment?.amount_authorized ?? amount, purchase)
  return surcharge < intent.surcharge_amount ? surcharge : null
}

function voided(payment: Payment): Result<number, string> {
  const obstacle = voidObstacle(payment)
  return obstacle === null
    ? ok(payment.amount_captured)
    : err(`the payment is ${obstacle}: refund what is left`)
}

/** A declined attempt of the same intent moves nothing: only the payment in the intent's own status counts. */
const stands = (
  status: 'captured' | 'uncaptured',
  intent: IntentHistory['intent'],
  payment: Payment | null,
): payment is Payment => intent.status === status && payment?.status === status

const within = (amount: number, most: number): Result<number, string> =>
  amount > 0 && amount <= most ? ok(amount) : err(`${amount} cents were asked for, ${most} are left`)
