import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { CreateExternalRefundBody } from '../../src-shared/api/schemas/external.ts'
import type { Refund } from '../../src-shared/api/schemas/refund.ts'
import { err, ok } from '../../src-shared/result.ts'
import type { Attempt } from '../intents/attempt.ts'
import { newRefund, publicRefund, type RefundDocument } from '../refunds/documents.ts'
import { amountToRefund, reserveRefund } from '../refunds/reserve.ts'
import { isoTime } from '../time/clock.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { keptResponse } from './documents.ts'
import { refuseFutureTime } from './future-time.ts'
import { amountIn } from './raw-response.ts'
import { type GatewayReport, insertReport, utc } from './reports.ts'

export interface ExternalRefundState {
  readonly attempt: Attempt
  /** The refund that the same report has already made. */
  readonly known: { readonly report: GatewayReport; readonly refund: RefundDocument } | null
}

/**
 * Section 4.1: records a refund that the gateway has made, at most the captured amount. It awaits the gateway's
 * settlement record. A repeated report returns the refund that the first one made.
 */
export function decideExternalRefund(
  { attempt, known }: ExternalRefundState,
  body: CreateExternalRefundBody,
  context: DecisionContext,
): DecisionResult<Refund> {
  const { now, newId } = context
  const payment = attempt.payment.document
  const response = body.gateway_response
  if (known !== null) {
    const same =
      known.refund.payment_id === payment.id && (body.amount ?? known.refund.amount) === known.refund.amount
    return same
      ? ok({ writes: [], events: [], reply: publicRefund(known.refund) })
      : err(conflictingReport(known))
  }
  const early = refuseFutureTime(response.created_at, context)
  if (early !== null) return err(early)
  const stated = statedAmount(body)
  const amount = amountToRefund(payment, stated.amount)
  if (!amount.ok) return err(ofReport(amount.error, stated.amount_source))
  const refund = newRefund(
    {
      id: newId('refund'),
      amount: amount.value,
      currency: payment.currency,
      account_id: payment.account_id,
      payment_id: payment.id,
      payment_intent_id: payment.payment_intent_id,
      awaits: 'settlement',
      created_at: isoTime(now),
    },
    { external: true, gateway_response: { ...keptResponse(response), amount_source: stated.amount_source } },
  )
  const reserved = reserveRefund(attempt, refund, now)
  const report: GatewayReport = {
    type: 'refund',
    retrieval_reference: response.retrieval_reference,
    gateway_created_at: utc(response.created_at),
    amount: amount.value,
    payment_intent_id: payment.payment_intent_id,
    payment_id: payment.id,
    refund_id: refund.id,
  }
  return ok({
    ...reserved,
    writes: [...reserved.writes, insertReport(payment.account_id, report, now)],
    reply: publicRefund(refund),
  })
}

/**
 * Section 4.1 shows no amount. Without one in the request, it is read from the gateway's response. If that has none,
 * all that is left is refunded, and the amount is marked as assumed (docs/decisions/0018).
 */
function statedAmount({ amount, gateway_response: { raw_response } }: CreateExternalRefundBody) {
  if (amount !== undefined) return { amount, amount_source: 'request' } as const
  const found = raw_response === undefined ? null : amountIn(raw_response)
  if (found !== null) return { amount: found, amount_source: 'raw_response' } as const
  return { amount: undefined, amount_source: 'assumed' } as const
}

/** Returns an error of the refund with the name of the field in the report. */
function ofReport(
  error: ServiceError,
  source: ReturnType<typeof statedAmount>['amount_source'],
): ServiceError {
  if (source === 'request' && error.param === 'amount') return error
  const isStated = source === 'raw_response' && error.param === 'amount'
  return { ...error, param: isStated ? 'gateway_response.raw_response' : 'payment_intent_id' }
}

const conflictingReport = ({ report }: { readonly report: GatewayReport }): ServiceError =>
  serviceError(
    'state_conflict',
    `The gateway's reference ${report.retrieval_reference} with this created_at was already reported as refund ${report.refund_id} of payment intent ${report.payment_intent_id}, with the amount ${report.amount} cents.`,
    { param: 'gateway_response.retrieval_reference' },
  )
