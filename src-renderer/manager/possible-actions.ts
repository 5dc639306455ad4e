import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { Cents } from '../../src-shared/money.ts'
import { refundableOf } from '../../src-shared/payments/refundable.ts'
import { voidObstacle } from '../../src-shared/payments/voidable.ts'
import type { ManagerAction, PaymentHistory } from '../../src-shared/pos/manager/manager.ts'

export interface PossibleAction {
  readonly kind: ManagerAction['kind']
  readonly intent_id: string
  readonly payment_id: string | null
  /** In cents: the most that can be refunded or captured, or the amount that a void or cancel releases. */
  readonly most: Cents
}

/** The payment that captured or holds the money; at most one attempt of an intent does. */
export const paidWith = ({ payments }: PaymentHistory): Payment | null =>
  payments.find(({ status }) => status === 'captured' || status === 'uncaptured') ?? null

/**
 * The amount that can still be refunded. Excludes money that the bank took back, and money that the customer got back
 * in another way.
 */
export const leftToRefund = (payment: Payment, { given_otherwise = 0 }: PaymentHistory): Cents =>
  Math.max(refundableOf(payment) - given_otherwise, 0)

/**
 * The actions possible on a payment now; main and the service check them again. A captured payment can be refunded in
 * full or in part, and before settlement also voided, which never appears on the customer's statement.
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
  // A void always releases the whole amount.
  return voidObstacle(payment) === null && (history.given_otherwise ?? 0) === 0
    ? [action('refund', left), action('void', left)]
    : [action('refund', left)]
}
