import { refuse, type ServiceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { ok, type Result } from '../../src-shared/result.ts'
import { loadIntent } from '../intents/load.ts'
import type { Row, Store } from '../store/store.ts'
import type { SessionDocument } from './documents.ts'

/** A session and its intent. Every change of a session is decided by them. */
export interface SessionState {
  readonly session: Row<SessionDocument>
  readonly intent: Row<PaymentIntent>
}

/** Loads a session. An id of another account gets the same error as a missing one, so that it is not disclosed. */
export async function loadSession(
  store: Pick<Store, 'get'>,
  accountId: string,
  id: string,
): Promise<Result<SessionState, ServiceError>> {
  const session = await store.get<SessionDocument>('checkout_session', accountId, id)
  if (session === null) {
    const message = `There is no checkout session ${id} in this account.`
    return refuse('resource_missing', message, { param: 'id' })
  }
  const intent = await loadIntent(store, accountId, session.document.payment_intent_id)
  if (!intent.ok) return intent
  const isTorn = isOlder(session.document, intent.value.document)
  const now = isTorn ? await store.get<SessionDocument>('checkout_session', accountId, id) : session
  return ok({ session: now ?? session, intent: intent.value })
}

/** Whether the session was read before a commit that ended both, or changed the amount of both. */
function isOlder(session: SessionDocument, { status, amount }: PaymentIntent): boolean {
  if (session.status !== 'open' || status === 'processing') return false
  return status !== 'created' || amount !== session.amount
}

/** Whether the session has reached its expiry. @param now ms of verified time */
export const isPastItsTime = ({ expires_at }: Pick<SessionDocument, 'expires_at'>, now: number): boolean =>
  Date.parse(expires_at) <= now

/**
 * Returns the session in its current state: it may have reached its expiry before the pass has written that. The expiry
 * does not interrupt a payment in progress. @param now ms
 */
export const asOf = (
  { session: { document: session }, intent }: SessionState,
  now: number,
): SessionDocument =>
  session.status === 'open' && isPastItsTime(session, now) && intent.document.status === 'created'
    ? { ...session, status: 'expired' }
    : session
