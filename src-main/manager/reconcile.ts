import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import { assertNever } from '../../src-shared/result.ts'
import { type ActionRecord, type Outcome, unknown } from './action-record.ts'
import type { IntentHistory } from './intent-history.ts'

/**
 * Decides whether an action happened, by comparing the present state with the one before. `taken` are refunds that
 * belong to other actions of this counter.
 */
export function reconcile(action: ActionRecord, history: IntentHistory, taken: readonly string[]): Outcome {
  switch (action.kind) {
    case 'refund':
      return refundFound(action, history, taken)
    case 'void':
    case 'cancel':
      return closingFound(action, history)
    case 'capture':
      return captureFound(action, history)
    default:
      return assertNever(action.kind)
  }
}

function refundFound(action: ActionRecord, history: IntentHistory, taken: readonly string[]): Outcome {
  const { refunds } = history
  if (refunds === null) return refundByTotal(action, history)
  const ours = refunds.find(({ id }) => id === action.refund_id)
  if (ours !== undefined) return refundOutcome(ours)
  const others = [...(action.before?.refund_ids ?? []), ...taken]
  const found = refunds.filter(({ id, amount }) => amount === action.amount && !others.includes(id))
  // A failed refund beside one that stands is not the latest outcome.
  const standing = found.find(({ status }) => status !== 'failed') ?? found[0]
  if (standing === undefined) return { kind: 'absent' }
  if (action.before !== null) return refundOutcome(standing)
  return {
    kind: 'withheld',
    detail:
      'The payment has a refund of this amount, and whether it is this one was lost with a line of the journal.',
  }
}

/**
 * Decides by the payment's total, where refunds are not listed. If the total grew, the answer to the same request with
 * the same key shows whether it was this refund; once the service has dropped the key, it cannot be known.
 */
function refundByTotal({ before, payment_id }: ActionRecord, { payments }: IntentHistory): Outcome {
  const payment = payments.find(({ id }) => id === payment_id)
  const total = before?.amount_refunded
  if (payment !== undefined && total !== undefined && payment.amount_refunded === total)
    return { kind: 'absent' }
  return {
    kind: 'withheld',
    detail: 'More of the payment has been refunded, and this service does not show by whom.',
    repeatable: true,
  }
}

/** A refund that is accepted and waits for settlement counts as done: it needs nothing more. */
export function refundOutcome(refund: Refund): Outcome {
  switch (refund.status) {
    case 'succeeded':
      return { kind: 'done', refund_id: refund.id }
    case 'failed':
      return { kind: 'refused', detail: refund.failure_message ?? 'The bank refused the refund.' }
    case 'processing':
      return refund.awaits === 'processor'
        ? { kind: 'unknown', detail: 'The bank has not answered yet.', refund_id: refund.id }
        : { kind: 'done', refund_id: refund.id }
    default:
      return assertNever(refund.status)
  }
}

function closingFound({ before }: ActionRecord, { intent }: IntentHistory): Outcome {
  if (intent.status === 'cancelled') return { kind: 'done', refund_id: null }
  return unlessDone(before, intent)
}

function captureFound(
  { before, amount, tip_amount, surcharge_amount }: ActionRecord,
  { intent }: IntentHistory,
): Outcome {
  if (intent.status !== 'captured') return unlessDone(before, intent)
  if (intent.amount_captured !== amount) return capturedOtherwise('amount')
  // Parts that this capture did not change must be as they were.
  if (intent.tip_amount !== (tip_amount ?? before?.tip_amount ?? intent.tip_amount))
    return capturedOtherwise('tip')
  if (intent.tax_amount !== (before?.tax_amount ?? intent.tax_amount)) return capturedOtherwise('tax')
  if (intent.surcharge_amount !== (surcharge_amount ?? before?.surcharge_amount ?? intent.surcharge_amount))
    return capturedOtherwise('surcharge')
  return { kind: 'done', refund_id: null }
}

const capturedOtherwise = (part: 'amount' | 'tip' | 'tax' | 'surcharge'): Outcome => ({
  kind: 'refused',
  detail:
    part === 'amount'
      ? 'Another amount was captured meanwhile.'
      : `It was captured meanwhile with another ${part}.`,
})

function unlessDone(before: ActionRecord['before'], { status }: PaymentIntent): Outcome {
  if (before === null ? isBeforeIt(status) : status === before.intent_status) return { kind: 'absent' }
  if (status === 'processing') return unknown('The bank has not answered yet.')
  return { kind: 'refused', detail: `The payment is ${status} now.` }
}

/** Whether a void, a cancel or a capture can still start from this status. */
const isBeforeIt = (status: PaymentIntent['status']): boolean =>
  status === 'created' || status === 'uncaptured' || status === 'captured'
