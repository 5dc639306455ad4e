import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { UpdateExternalPaymentBody } from '../../src-shared/api/schemas/external.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { err, ok } from '../../src-shared/result.ts'
import { refuseAmounts } from '../intents/amount-rules.ts'
import { type Attempt, changeAttempt } from '../intents/attempt.ts'
import { changed, nextRow, updateOf } from '../store/row-writes.ts'
import type { Row, Write } from '../store/store.ts'
import type { DecisionContext, DecisionResult } from '../use-case.ts'
import { chargedTotals, keptCard, keptResponse, refuseCardNumber, withoutUndefined } from './documents.ts'
import { refuseFutureTime } from './future-time.ts'
import { type GatewayReport, insertReport, type ReportKey, reportId } from './reports.ts'

export interface ExternalState {
  readonly attempt: Attempt
  readonly method: Row<PaymentMethod> | null
  /** The report that made the payment. */
  readonly report: Row<GatewayReport> | null
}

/** Returns the reference and time of the payment after the update. */
export function keyAfter(payment: Payment, body: UpdateExternalPaymentBody): ReportKey {
  const response = { ...payment.gateway_response, ...keptResponse(body.gateway_response ?? {}) }
  return {
    type: 'payment',
    retrieval_reference: String(response.retrieval_reference),
    gateway_created_at: String(response.created_at),
  }
}

/** Section 4.2: corrects a reported payment that is not settled yet. */
export function decideUpdateExternal(
  { attempt, method, report }: ExternalState,
  taken: Row<GatewayReport> | null,
  body: UpdateExternalPaymentBody,
  context: DecisionContext,
): DecisionResult<PaymentIntent> {
  const { now } = context
  const payment = attempt.payment.document
  const refusal =
    refuseUpdate(attempt, body) ??
    refuseCardNumber(body.payment_method?.card?.token) ??
    refuseFutureTime(body.gateway_response?.created_at, context)
  if (refusal !== null) return err(refusal)
  if (taken !== null && taken.document.payment_id !== payment.id) return err(takenBy(taken.document))
  const amount = body.amount ?? payment.amount
  const { merchant_amount = attempt.intent.document.merchant_amount } = body
  const amounts = refuseAmounts({ ...attempt.intent.document, amount, merchant_amount }, body)
  if (amounts !== null) return err(amounts)
  const nextMethod = method === null ? null : changed(method, methodChange(method.document, body), now)
  const key = keyAfter(payment, body)
  const { decided } = changeAttempt(
    attempt,
    {
      payment: {
        ...chargedTotals(amount),
        ...withoutUndefined({ card_present: body.card_present, auth_code: body.gateway_response?.auth_code }),
        ...(nextMethod === null
          ? {}
          : { payment_method: nextMethod.document, payment_provider_type: nextMethod.document.source_type }),
        gateway_response: { ...payment.gateway_response, ...keptResponse(body.gateway_response ?? {}) },
      },
      intent: {
        amount,
        merchant_amount,
        ...(body.gateway_response?.created_at === undefined ? {} : { captured_at: key.gateway_created_at }),
      },
      intentEvent: 'v2.payment_intent.updated',
    },
    now,
  )
  const { account_id } = attempt.payment
  const writes: Write[] = [...decided.writes]
  if (nextMethod !== null) writes.push(updateOf('payment_method', nextMethod))
  if (report !== null) writes.push(...reportWrites(account_id, report, { ...key, amount }, now))
  return ok({ ...decided, writes, reply: decided.reply.intent })
}

function refuseUpdate({ intent, payment }: Attempt, body: UpdateExternalPaymentBody): ServiceError | null {
  const { id } = intent
  const of = payment.document
  if (of.settlement_status === 'settled') {
    return conflict(`Payment intent ${id} is settled, so the reported data can no longer be changed.`)
  }
  const given = of.amount_refunded + of.amount_disputed + of.amount_reversed
  if (body.amount === undefined || body.amount >= given) return null
  return serviceError(
    'parameter_invalid',
    `amount ${body.amount} is less than the ${given} cents of payment intent ${id} that are already refunded, disputed or reversed.`,
    { param: 'amount' },
  )
}

const conflict = (message: string): ServiceError =>
  serviceError('state_conflict', message, { param: 'payment_intent_id' })

const takenBy = (report: GatewayReport): ServiceError =>
  serviceError(
    'state_conflict',
    `The gateway's reference ${report.retrieval_reference} with this created_at was already reported as payment intent ${report.payment_intent_id}.`,
    { param: 'gateway_response.retrieval_reference' },
  )

function methodChange(
  method: PaymentMethod,
  { payment_method: given }: UpdateExternalPaymentBody,
): Partial<PaymentMethod> {
  if (given === undefined) return {}
  const { card, source_type } = given
  return {
    ...withoutUndefined({ source_type }),
    ...(card === undefined || method.card === null
      ? {}
      : { card: { ...method.card, ...withoutUndefined(keptCard(card)) } }),
  }
}

/** The report's id is derived from its reference and time, so new ones make a new row. */
function reportWrites(
  accountId: string,
  report: Row<GatewayReport>,
  change: ReportKey & Pick<GatewayReport, 'amount'>,
  now: number,
): Write[] {
  const document: GatewayReport = { ...report.document, ...change }
  if (reportId(accountId, document) === report.id) {
    return [updateOf('gateway_report', nextRow(report, document, now))]
  }
  return [
    { op: 'delete', kind: 'gateway_report', account_id: accountId, id: report.id },
    insertReport(accountId, document, now),
  ]
}
