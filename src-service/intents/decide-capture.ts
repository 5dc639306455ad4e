import { refuse, type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import {
  type CapturePaymentIntentBody,
  capturePartsSchema,
  type PaymentIntent,
} from '../../src-shared/api/schemas/payment-intent.ts'
import { leastCapture } from '../../src-shared/payments/captured-parts.ts'
import { err, ok } from '../../src-shared/result.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { refuseSplits } from './amount-rules.ts'
import { type Attempt, type AttemptReply, changeAttempt } from './attempt.ts'
import { decideBeginVoid } from './decide-cancel.ts'
import { type PendingOperation, withPending } from './pending-operation.ts'
import { scaleShares } from './scale-shares.ts'

/**
 * Section 4.2, capture: once, 0 ≤ amount ≤ authorized (default: all); the rest will be released. Shares that the
 * request does not name are scaled to the captured amount. Capturing 0 is a void, and the intent ends cancelled. Tip
 * and tax default to the intent's. Journals the request before it is sent to the processor: uncaptured → processing.
 */
export function decideBeginCapture(
  attempt: Attempt,
  body: CapturePaymentIntentBody,
  context: DecisionContext,
): DecisionResult<AttemptReply> {
  const intent = attempt.intent.document
  const payment = attempt.payment.document
  if (intent.status !== 'uncaptured' || payment.status !== 'uncaptured') {
    return err(cannotCapture(intent))
  }
  const amount = body.amount ?? payment.amount_authorized
  if (amount > payment.amount_authorized) {
    return refuse(
      'parameter_invalid',
      `Cannot capture ${amount} cents: ${payment.amount_authorized} cents are authorized. Send at most that.`,
      { param: 'amount' },
    )
  }
  const shares = scaleShares(intent, amount, body)
  const { merchant_amount } = shares
  if (merchant_amount !== null && merchant_amount > amount) {
    return refuse(
      'parameter_invalid',
      `merchant_amount ${merchant_amount} is more than the ${amount} cents to capture. Send at most that.`,
      { param: 'merchant_amount' },
    )
  }
  const payment_splits = body.payment_splits ?? shares.payment_splits
  const refusal = refuseSplits({ amount, merchant_amount, payment_splits }, body)
  if (refusal !== null) return err(refusal)
  if (amount === 0) return decideBeginVoid(attempt, null, context)
  const parts = capturePartsSchema.safeParse(body.payment_data ?? {}).data ?? {}
  const { surcharge_amount = 0 } = parts
  if (surcharge_amount > intent.surcharge_amount) {
    return refuse(
      'parameter_invalid',
      `surcharge_amount ${surcharge_amount} is more than the ${intent.surcharge_amount} cents that the payer was shown. A capture can only reduce it.`,
      { param: 'payment_data' },
    )
  }
  const least = leastCapture(intent, parts)
  if (least > amount) {
    return refuse(
      'parameter_invalid',
      `tax_amount, tip_amount and surcharge_amount are parts of the captured amount, but their sum of ${least} cents is more than ${amount} cents. Send the tax, the tip and the surcharge of the captured amount in payment_data.`,
      { param: Object.keys(parts).length === 0 ? 'amount' : 'payment_data' },
    )
  }
  const { now, verified } = context
  const pending: PendingOperation = {
    operation: 'capture',
    since: isoTime(verified),
    amount,
    merchant_amount,
    payment_splits,
    ...(Object.keys(parts).length === 0 ? {} : { parts }),
  }
  const gateway_response = {
    ...withPending(payment, pending),
    ...(body.payment_data === undefined ? {} : { payment_data: body.payment_data }),
  }
  return ok(
    changeAttempt(
      attempt,
      { payment: { status: 'processing', gateway_response }, intent: { status: 'processing' } },
      now,
    ).decided,
  )
}

export const cannotCapture = (intent: Pick<PaymentIntent, 'id' | 'status' | 'external'>): ServiceError =>
  serviceError(
    'state_conflict',
    intent.external
      ? `Payment intent ${intent.id} was made and captured at another gateway; it cannot be captured here.`
      : `Payment intent ${intent.id} is ${intent.status}; only an intent in status uncaptured can be captured, and only once.`,
    { param: 'id' },
  )
