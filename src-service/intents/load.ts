import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { SessionDocument } from '../checkout/documents.ts'
import type { Row, Store } from '../store/store.ts'
import type { Attempt } from './attempt.ts'

/** Another account's id answers as a missing one: its existence is not disclosed. */
const missing = (what: string, id: string, param: string): ServiceError =>
  serviceError('resource_missing', `There is no ${what} ${id} in this account.`, { param })

export async function loadIntent(
  store: Pick<Store, 'get'>,
  accountId: string,
  id: string,
  param = 'id',
): Promise<Result<Row<PaymentIntent>, ServiceError>> {
  const row = await store.get<PaymentIntent>('payment_intent', accountId, id)
  return row === null ? err(missing('payment intent', id, param)) : ok(row)
}

export async function loadPayment(
  store: Pick<Store, 'get'>,
  accountId: string,
  id: string,
  param = 'id',
): Promise<Result<Row<Payment>, ServiceError>> {
  const row = await store.get<Payment>('payment', accountId, id)
  return row === null ? err(missing('payment', id, param)) : ok(row)
}

/** A payment and the intent it belongs to. */
export async function loadAttempt(
  store: Pick<Store, 'get'>,
  accountId: string,
  paymentId: string,
  param = 'payment_id',
): Promise<Result<Attempt, ServiceError>> {
  const payment = await loadPayment(store, accountId, paymentId, param)
  if (!payment.ok) return payment
  const intent = await loadIntent(store, accountId, payment.value.document.payment_intent_id)
  if (!intent.ok) return intent
  const session = await sessionOf(store, intent.value)
  return ok({ intent: intent.value, payment: payment.value, session })
}

/** The checkout session that may end with this intent. Of one that is paid it has ended already. */
export async function sessionOf(
  store: Pick<Store, 'get'>,
  { account_id, document: { checkout_session_id: id, status } }: Row<PaymentIntent>,
): Promise<Row<SessionDocument> | null> {
  if (id === undefined || (status !== 'created' && status !== 'processing')) return null
  return store.get<SessionDocument>('checkout_session', account_id, id)
}
