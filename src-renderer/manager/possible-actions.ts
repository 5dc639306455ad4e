import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Cents } from '../../src-shared/money.ts'
import { refundableOf } from '../../src-shared/payments/refundable.ts'
import { voidObstacle } from '../../src-shared/payments/voidable.ts'
import type { ManagerAction, PaymentHistory } from '../../src-shared/pos/manager/manager.ts'

export interface PossibleAction {
  readonly kind: ManagerAction['kind']
  readonly intent_id: string
  readonly payment_id: string | null
  /** Cents: the most that can be refunded or captured; what is released by a void or cancel. */
  readonly most: Cents
}

/** The payment that took, or holds, the money: at most one of an intent's attempts. */
export const paidWith = ({ payments }: PaymentHistory): Payment | null =>
  payments.find(({ status }) => status === 'captured' || status === 'uncaptured') ?? null

/**
 * What is still there to be given back. What the bank took back already is not ours to return, and what the customer had
 * back otherwise is not given twice.
 */
export const leftToRefund = (payment: Payment, { given_otherwise = 0 }: PaymentHistory): Cents =>
  Math.max(refundableOf(payment) - given_otherwise, 0)

/**
 * What can be done with a payment now; main and the service check it again. A card that nothing was settled of is
 * voided, which the customer never sees on a statement; afterwards, and in part, the money is refunded.
 */
export function possibleActions(history: PaymentHistory): readonly PossibleAction[] {
  const { intent } = history
  const payment = paidWith(history)
  const action = (kind: PossibleAction['kind'], most: Cents): PossibleAction => ({
    kind,
    intent_id: intent.id,
    payment_id: payment?.id ?? null,
    most,
  })
  if (intent.external) return []
  if (payment === null) return intent.status === 'created' ? [action('cancel', intent.amount)] : []
  if (payment.status === 'uncaptured') {
    return [action('capture', payment.amount_authorized), action('cancel', payment.amount_authorized)]
  }
  const left = leftToRefund(payment, history)
  if (left === 0) return []
  // Released is all of it.
  return voidObstacle(payment) === null && (history.given_otherwise ?? 0) === 0
    ? [action('refund', left), action('void', left)]
    : [action('refund', left)]
}
