import type { Payment } from '../../src-shared/api/schemas/payment.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import type { Carried } from '../commit.ts'
import type { Kind, Row, Store, Write } from '../store/store.ts'
import type { Attempt } from './attempt.ts'

/**
 * What a step knows of its rows from what it read or wrote itself, or from what the step before wrote, so that it need not
 * read them. The commit finds out whether they are still as they were (commit.ts).
 */

/** @returns null for the intent of a checkout session: that session would have to be read. */
export function carriedAttempt(intent: Row<PaymentIntent>, payment: Row<Payment>): Carried<Attempt> | null {
  if (intent.document.checkout_session_id !== undefined) return null
  // Whatever is written of an attempt, its payment is (changeAttempt).
  return { state: { intent, payment, session: null }, row: payment }
}

/** An intent that is to be paid, as this process remembers it. @returns null for that of a checkout session, as above */
export function rememberedIntent(
  store: Pick<Store, 'remembered'>,
  accountId: string,
  id: string,
): Row<PaymentIntent> | null {
  const intent = store.remembered<PaymentIntent>('payment_intent', accountId, id)
  const isOpen = intent?.document.status === 'created' && intent.document.checkout_session_id === undefined
  return isOpen ? intent : null
}

/** An intent with its latest payment, as this process remembers them. @returns null when it does not */
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

/** The attempt that these writes leave. @returns null when they hold no payment with its intent */
export function writtenAttempt(writes: readonly Write[]): Carried<Attempt> | null {
  const intent = writtenRow<PaymentIntent>(writes, 'payment_intent')
  const payment = writtenRow<Payment>(writes, 'payment')
  if (intent === null || payment === null) return null
  return payment.document.payment_intent_id === intent.id ? carriedAttempt(intent, payment) : null
}

/** The only row of its kind that was written, as it is read from then on. */
export function writtenRow<Document>(writes: readonly Write[], kind: Kind): Row<Document> | null {
  const [only, ...others] = writes.filter((write) => write.kind === kind)
  if (only === undefined || only.op === 'delete' || others.length > 0) return null
  const { version, document } = only.row
  return { ...only.row, read: { version, document } } as Row<Document>
}
