import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type { CreateExternalPaymentBody } from '../../src-shared/api/schemas/external.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok } from '../../src-shared/result.ts'
import { refuseCurrency } from '../accounts/currency.ts'
import { refuseAmounts } from '../intents/amount-rules.ts'
import { inserted } from '../store/row-writes.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { externalPayment, refuseCardNumber } from './documents.ts'
import { refuseFutureTime } from './future-time.ts'
import { insertReport, type ReportState, utc } from './reports.ts'

/**
 * Section 3.1: (none) → captured, external. The gateway already has the money, so the payment is only recorded. A
 * repeated report (same reference and time) returns the intent that the first one made; with another amount or card it
 * is a state_conflict.
 */
export function decideCreateExternal(
  state: ReportState,
  body: CreateExternalPaymentBody,
  context: DecisionContext,
): DecisionResult<PaymentIntent> {
  const secret = refuseCardNumber(body.payment_method.card.token)
  if (secret !== null) return err(secret)
  if (state.known !== null) return repeatedReport(state.known.intent, body)
  const early = refuseFutureTime(body.gateway_response.created_at, context)
  if (early !== null) return err(early)
  const foreign = refuseCurrency(state.currency, body.payment_intent.currency, 'payment_intent.currency')
  if (foreign !== null) return err(foreign)
  const { intent, payment } = externalPayment(state, body, context)
  const refusal = refuseAmounts(intent, body.payment_intent)
  if (refusal !== null) return err(within('payment_intent', refusal))
  const { now } = context
  const account_id = state.accountId
  return ok({
    writes: [
      inserted('payment_intent', account_id, intent, now),
      inserted('payment', account_id, payment, now),
      ...(payment.payment_method === null
        ? []
        : [inserted('payment_method', account_id, payment.payment_method, now)]),
      insertReport(
        account_id,
        {
          type: 'payment',
          retrieval_reference: body.gateway_response.retrieval_reference,
          gateway_created_at: utc(body.gateway_response.created_at),
          amount: payment.amount,
          payment_intent_id: intent.id,
          payment_id: payment.id,
          refund_id: null,
        },
        now,
      ),
    ],
    events: [
      { account_id, type: 'v2.payment_intent.created', object: intent },
      { account_id, type: 'v2.payment.captured', object: payment },
      { account_id, type: 'v2.payment_intent.captured', object: intent },
    ],
    reply: intent,
  })
}

function repeatedReport(
  intent: PaymentIntent,
  body: CreateExternalPaymentBody,
): DecisionResult<PaymentIntent> {
  const card = intent.latest_payment?.payment_method?.card
  const reported = body.payment_method.card
  const same =
    intent.amount === body.payment_intent.amount &&
    card?.last_four_digits === reported.last_four_digits &&
    card.first_six_digits === reported.first_six_digits
  if (same) return ok({ writes: [], events: [], reply: intent })
  return refuse(
    'state_conflict',
    `The gateway's reference ${body.gateway_response.retrieval_reference} with this created_at was already reported as payment intent ${intent.id}, with another amount or card. Correct it with PATCH /external_payment_intents/${intent.id}.`,
    { param: 'gateway_response.retrieval_reference' },
  )
}

/** Prefixes the param of an error with the part of the body, so that it is the whole path. */
export const within = (part: string, error: ServiceError): ServiceError =>
  error.param === undefined ? error : { ...error, param: `${part}.${error.param}` }
