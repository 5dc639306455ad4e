import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type {
  CreateExternalPaymentBody,
  CreateExternalRefundBody,
} from '../../src-shared/api/schemas/external.ts'
import type { PaymentMethod } from '../../src-shared/api/schemas/payment-method.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { type CurrencyState, loadCurrency } from '../accounts/kept-currency.ts'
import { refuseRecipients } from '../contractors/refuse-recipients.ts'
import type { Attempt } from '../intents/attempt.ts'
import { loadAttempt, loadIntent } from '../intents/load.ts'
import type { RefundDocument } from '../refunds/documents.ts'
import type { ReadingServices } from '../services.ts'
import type { Store } from '../store/store.ts'
import type { ExternalRefundState } from './decide-external-refund.ts'
import { type ExternalState, keyAfter } from './decide-update-external.ts'
import type { ReportState } from './reports.ts'
import { findReport, type ReportKey, utc } from './reports.ts'

type Loaded<State> = Promise<Result<State, ServiceError>>
type Reported = { readonly retrieval_reference: string; readonly created_at: string }

const keyOf = (type: ReportKey['type'], { retrieval_reference, created_at }: Reported): ReportKey => ({
  type,
  retrieval_reference,
  gateway_created_at: utc(created_at),
})

/** Loads the account, and the intent if the same report was received before. */
export async function loadReportState(
  services: ReadingServices,
  accountId: string,
  secret: string,
  body: CreateExternalPaymentBody,
): Loaded<ReportState & CurrencyState> {
  const { payment_splits } = body.payment_intent
  const stranger = await refuseRecipients(
    services,
    accountId,
    payment_splits,
    'payment_intent.payment_splits',
  )
  if (stranger !== null) return err(stranger)
  const currency = await loadCurrency(services, accountId)
  const account = await services.accounts.account(accountId)
  const report = await findReport(services.store, accountId, keyOf('payment', body.gateway_response))
  const basis = {
    accountId,
    businessId: account?.document.business_id ?? null,
    partnerId: account?.document.partner_id ?? null,
    ...currency,
    secret,
  }
  if (report === null) return ok({ ...basis, known: null })
  const intent = await loadIntent(services.store, accountId, report.document.payment_intent_id)
  return intent.ok
    ? ok({ ...basis, known: { report: report.document, intent: intent.value.document } })
    : intent
}

/** Loads an external intent and its payment. An intent of our own processor is a state_conflict. */
async function loadExternalAttempt(
  store: Pick<Store, 'get' | 'together'>,
  accountId: string,
  intentId: string,
): Loaded<Attempt> {
  const intent = await loadIntent(store, accountId, intentId, 'payment_intent_id')
  if (!intent.ok) return intent
  const { external, latest_payment } = intent.value.document
  if (!external || latest_payment === null) {
    return refuse(
      'state_conflict',
      `Payment intent ${intentId} was not made at an external gateway. Use the operations for payment intents and refunds.`,
      { param: 'payment_intent_id' },
    )
  }
  return loadAttempt(store, accountId, latest_payment.id)
}

export async function loadExternal(
  store: Pick<Store, 'get' | 'together'>,
  accountId: string,
  intentId: string,
): Loaded<ExternalState> {
  const attempt = await loadExternalAttempt(store, accountId, intentId)
  if (!attempt.ok) return attempt
  const payment = attempt.value.payment.document
  const method =
    payment.payment_method_id === null
      ? null
      : await store.get<PaymentMethod>('payment_method', accountId, payment.payment_method_id)
  const report = await findReport(store, accountId, keyAfter(payment, {}))
  return ok({ attempt: attempt.value, method, report })
}

export async function loadExternalRefund(
  store: Pick<Store, 'get' | 'together'>,
  accountId: string,
  body: CreateExternalRefundBody,
): Loaded<ExternalRefundState> {
  const attempt = await loadExternalAttempt(store, accountId, body.payment_intent_id)
  if (!attempt.ok) return attempt
  const report = await findReport(store, accountId, keyOf('refund', body.gateway_response))
  const refundId = report?.document.refund_id
  const refund =
    typeof refundId === 'string' ? await store.get<RefundDocument>('refund', accountId, refundId) : null
  return ok({
    attempt: attempt.value,
    known: report === null || refund === null ? null : { report: report.document, refund: refund.document },
  })
}
