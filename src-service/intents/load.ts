import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import type { SessionDocument } from '../checkout/documents.ts'
import type { Carried } from '../commit.ts'
import type { Row, Store } from '../store/store.ts'
import type { Attempt } from './attempt.ts'
import { carriedAttempt } from './carried.ts'

/** An id of another account gives the same error as a missing one, so that its existence is not disclosed. */
export const missing = (what: string, id: string, param: string): ServiceError =>
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
): Promise<Result<Row<Payment>, ServiceError>> {
  const row = await store.get<Payment>('payment', accountId, id)
  return row === null ? err(missing('payment', id, 'id')) : ok(row)
}

/** Loads a payment and its intent. */
export async function loadAttempt(
  store: Pick<Store, 'get' | 'together'>,
  accountId: string,
  paymentId: string,
  param = 'payment_id',
): Promise<Result<Attempt, ServiceError>> {
  const [payment, intent] = await store.together<[Payment, PaymentIntent]>([
    { kind: 'payment', accountId, is: paymentId },
    { kind: 'payment_intent', accountId, is: { of: 0, column: 'payment_intent_id' } },
  ])
  return attemptOf(store, { payment, intent }, paymentId, param)
}

interface ReadAttempt {
  readonly payment: Row<Payment> | null
  readonly intent: Row<PaymentIntent> | null
}

/** Combines the rows of an attempt with its session. */
export async function attemptOf(
  store: Pick<Store, 'get'>,
  { payment, intent }: ReadAttempt,
  paymentId: string,
  param = 'payment_id',
): Promise<Result<Attempt, ServiceError>> {
  if (payment === null) return err(missing('payment', paymentId, param))
  if (intent === null) return err(missing('payment intent', payment.document.payment_intent_id, 'id'))
  return ok({ intent, payment, session: await sessionOf(store, intent) })
}

export interface IntentWithPayment {
  readonly intent: Row<PaymentIntent>
  /** The intent with its latest payment, for a step that continues with both; null when they must be loaded. */
  readonly attempt: Carried<Attempt> | null
}

/** Loads an intent and, with the same statement, its latest payment. */
export async function loadIntentWithPayment(
  store: Pick<Store, 'together'>,
  accountId: string,
  id: string,
): Promise<Result<IntentWithPayment, ServiceError>> {
  const [intent, payment] = await store.together<[PaymentIntent, Payment]>([
    { kind: 'payment_intent', accountId, is: id },
    { kind: 'payment', accountId, by: 'payment_intent_id', is: id },
  ])
  if (intent === null) return err(missing('payment intent', id, 'id'))
  const isLatest = payment !== null && payment.id === intent.document.latest_payment?.id
  return ok({ intent, attempt: isLatest ? carriedAttempt(intent, payment) : null })
}

/** Returns the checkout session that may end with this intent. The session of a paid intent has already ended. */
export async function sessionOf(
  store: Pick<Store, 'get'>,
  { account_id, document: { checkout_session_id: id, status } }: Row<PaymentIntent>,
): Promise<Row<SessionDocument> | null> {
  if (id === undefined || (status !== 'created' && status !== 'processing')) return null
  return store.get<SessionDocument>('checkout_session', account_id, id)
}
