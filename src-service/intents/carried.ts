import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Carried } from '../commit.ts'
import type { Kind, Row, Store, Write } from '../store/store.ts'
import type { Attempt } from './attempt.ts'

/**
 * The rows that a step already has, because this request or the previous step read or wrote them, so that they need not
 * be read again. The commit detects whether they have changed since (commit.ts).
 */

/** @returns null for an intent of a checkout session, because the session would have to be read. */
export function carriedAttempt(intent: Row<PaymentIntent>, payment: Row<Payment>): Carried<Attempt> | null {
  if (intent.document.checkout_session_id !== undefined) return null
  // Every change of an attempt writes its payment (changeAttempt), so this row shows whether it has changed.
  return { state: { intent, payment, session: null }, row: payment }
}

/**
 * Returns an open intent from this process's cache. @returns null if not cached, or it belongs to a checkout session
 */
export function rememberedIntent(
  store: Pick<Store, 'remembered'>,
  accountId: string,
  id: string,
): Row<PaymentIntent> | null {
  const intent = store.remembered<PaymentIntent>('payment_intent', accountId, id)
  const isOpen = intent?.document.status === 'created' && intent.document.checkout_session_id === undefined
  return isOpen ? intent : null
}

/** Returns an intent with its latest payment from this process's cache. @returns null if they are not cached */
export function rememberedAttempt(
  store: Pick<Store, 'remembered'>,
  accountId: string,
  intentId: string,
): Carried<Attempt> | null {
  const intent = store.remembered<PaymentIntent>('payment_intent', accountId, intentId)
  const latest = intent?.document.latest_payment
  const payment = latest ? store.remembered<Payment>('payment', accountId, latest.id) : null
  return intent && payment && carriedAttempt(intent, payment)
}

/** Returns the attempt after these writes. @returns null when they do not contain a payment and its intent */
export function writtenAttempt(writes: readonly Write[]): Carried<Attempt> | null {
  const intent = writtenRow<PaymentIntent>(writes, 'payment_intent')
  const payment = writtenRow<Payment>(writes, 'payment')
  if (intent === null || payment === null) return null
  return payment.document.payment_intent_id === intent.id ? carriedAttempt(intent, payment) : null
}

/** Returns the only written row of a kind, in the form in which it is read. */
export function writtenRow<Document>(writes: readonly Write[], kind: Kind): Row<Document> | null {
  const [only, ...others] = writes.filter((write) => write.kind === kind)
  if (only === undefined || only.op === 'delete' || others.length > 0) return null
  const { version, document } = only.row
  return { ...only.row, read: { version, document } } as Row<Document>
}
