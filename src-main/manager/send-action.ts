import { type CallFailure, isUnknownField } from '../../src-shared/api/client.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { partGivenBack } from '../../src-shared/pos/refusals.ts'
import { assertNever } from '../../src-shared/result.ts'
import { type ClientSource, callService } from '../service-calls/call-service.ts'
import { detailOf } from '../service-calls/failures.ts'
import { type ActionRecord, type Outcome, refusesAction, refusesRepeat, unknown } from './action-record.ts'
import { refundOutcome } from './reconcile.ts'

/** The processor has 30 s; the rest is for transmission. In ms. */
const timeoutMs = 60_000

/**
 * Sends an action's request. A repeat is the same request to the service: the key is the action's own, and the service
 * answers with what it saved (section 8).
 *
 * @returns never `absent` or `withheld`: these need a look-up
 */
export const send = (client: ClientSource, action: ActionRecord): Promise<Outcome> =>
  sendOnce(client, action, refusesAction)

/** Sends it again: what the service refuses now may have been done by the first request. */
export const sendAgain = (client: ClientSource, action: ActionRecord): Promise<Outcome> =>
  sendOnce(client, action, refusesRepeat)

async function sendOnce(
  client: ClientSource,
  action: ActionRecord,
  isRefusal: (failure: CallFailure) => boolean,
): Promise<Outcome> {
  const failed = (failure: CallFailure) => failedAs(failure, isRefusal)
  const idempotencyKey = keyOf(action)
  const params = { id: action.intent_id }
  switch (action.kind) {
    case 'refund': {
      const answer = await refund(client, action, idempotencyKey)
      return answer.ok ? refundOutcome(answer.value) : failed(answer.error)
    }
    case 'void':
    case 'cancel': {
      const body = { cancellation_reason: 'requested_by_customer' } as const
      const answer = await callService(client, 'payment_intents.cancel', {
        params,
        body,
        idempotencyKey,
        timeoutMs,
      })
      return answer.ok ? intentOutcome(answer.value, 'cancelled') : failed(answer.error)
    }
    case 'capture': {
      // An intent does not change once it is authorized: its parts are sent with the capture (docs/decisions/0061).
      const body = { amount: action.amount, ...changedParts(action) }
      const answer = await callService(client, 'payment_intents.capture', {
        params,
        body,
        idempotencyKey,
        timeoutMs,
      })
      return answer.ok ? intentOutcome(answer.value, 'captured') : failed(answer.error)
    }
    default:
      return assertNever(action.kind)
  }
}

function changedParts({ tip_amount, surcharge_amount }: ActionRecord) {
  const payment_data = {
    ...(tip_amount === null ? {} : { tip_amount }),
    ...(surcharge_amount === null ? {} : { surcharge_amount }),
  }
  return Object.keys(payment_data).length === 0 ? {} : { payment_data }
}

/**
 * Refunds only while nothing else went back since the action was decided. A service that does not know this condition
 * is sent the request without it, under another key.
 */
async function refund(client: ClientSource, action: ActionRecord, idempotencyKey: string) {
  const if_amount_refunded = conditionOf(action)
  if (if_amount_refunded === null) return askRefund(client, action, idempotencyKey, {})
  const answer = await askRefund(client, action, idempotencyKey, { if_amount_refunded })
  return isUnknownField(answer) ? askRefund(client, action, `${idempotencyKey}-plain`, {}) : answer
}

/**
 * Repeats a refund that was sent with its condition, while the service keeps its key: the service answers with our
 * refund, or refuses because another one came first. Only that refusal shows whose refund it is, so others do not
 * count, and the request is never sent without the condition.
 * @returns null where this service cannot show it; `unknown` without an answer to this repeat (refusesRepeat)
 */
export async function askWhoseRefund(client: ClientSource, action: ActionRecord): Promise<Outcome | null> {
  const if_amount_refunded = conditionOf(action)
  if (if_amount_refunded === null) return null
  const answer = await askRefund(client, action, keyOf(action), { if_amount_refunded })
  if (answer.ok) return refundOutcome(answer.value)
  const outcome = failedAs(answer.error, refusesRepeat)
  return outcome.kind === 'refused' && outcome.detail !== partGivenBack ? null : outcome
}

/** Older requests were sent without the condition, and are repeated without it. */
const conditionOf = ({ before }: ActionRecord): number | null =>
  before?.is_condition === true ? (before.amount_refunded ?? null) : null

const keyOf = ({ id, kind }: ActionRecord): string => `${id}-${kind}`

const askRefund = (
  client: ClientSource,
  { payment_id, amount, refund_splits }: ActionRecord,
  idempotencyKey: string,
  condition: { readonly if_amount_refunded?: number },
) =>
  callService(client, 'refunds.create', {
    params: { id: payment_id ?? '' },
    body: {
      amount,
      ...(refund_splits.length === 0 ? {} : { refund_splits: [...refund_splits] }),
      ...condition,
    },
    idempotencyKey,
    timeoutMs,
  })

/** Any other status has to be looked up: the processor refused, or has not answered. */
const intentOutcome = (intent: PaymentIntent, wanted: PaymentIntent['status']): Outcome =>
  intent.status === wanted ? { kind: 'done', refund_id: null } : unknown(`The payment is ${intent.status}.`)

function failedAs(failure: CallFailure, isRefusal: (failure: CallFailure) => boolean): Outcome {
  const isChanged = failure.kind === 'refused' && failure.error.code === 'amount_refunded_changed'
  const detail = isChanged ? partGivenBack : detailOf(failure)
  return isRefusal(failure) ? { kind: 'refused', detail } : unknown(detail)
}
