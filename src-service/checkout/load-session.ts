import { type ServiceError, serviceError } from '../../src-shared/api/errors.ts'
import type { PaymentIntent } from '../../src-shared/api/schemas/payment-intent.ts'
import { err, ok, type Result } from '../../src-shared/result.ts'
import { loadIntent } from '../intents/load.ts'
import type { Row, Store } from '../store/store.ts'
import type { SessionDocument } from './documents.ts'

/** A session and its intent: what every change of a session is decided by. */
export interface SessionState {
  readonly session: Row<SessionDocument>
  readonly intent: Row<PaymentIntent>
}

/** Another account's id answers as a missing one: its existence is not disclosed. */
export async function loadSession(
  store: Pick<Store, 'get'>,
  accountId: string,
  id: string,
): Promise<Result<SessionState, ServiceError>> {
  const session = await store.get<SessionDocument>('checkout_session', accountId, id)
  if (session === null) {
    const message = `There is no checkout session ${id} in this account.`
    return err(serviceError('resource_missing', message, { param: 'id' }))
  }
  const intent = await loadIntent(store, accountId, session.document.payment_intent_id)
  return intent.ok ? ok({ session, intent: intent.value }) : intent
}

/** Its time is over by the service's clock. @param now ms */
export const isPastItsTime = ({ expires_at }: Pick<SessionDocument, 'expires_at'>, now: number): boolean =>
  Date.parse(expires_at) <= now

/**
 * A session as it is at this moment: its time may be over before the pass has written that down. A payment that is under
 * way is not cut off by it. @param now ms
 */
export const asOf = (
  { session: { document: session }, intent }: SessionState,
  now: number,
): SessionDocument =>
  session.status === 'open' && isPastItsTime(session, now) && intent.document.status === 'created'
    ? { ...session, status: 'expired' }
    : session
