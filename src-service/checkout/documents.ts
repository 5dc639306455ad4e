import type { CheckoutSession } from '../../src-shared/api/schemas/checkout-session.ts'
import type { Caller } from '../caller.ts'
import type { NewEvent } from '../store/store.ts'
import { type Clock, isoTime } from '../time/clock.ts'

/** A stored session. `expires_at` is in verified time. */
export interface SessionDocument extends CheckoutSession {
  readonly client_secret: string
  /** Number of payments that failed. */
  readonly failed_payments: number
  /** When it was created, in ms of verified time. */
  readonly opened_at: number
  /** When it expired or was expired by a request, in ms of verified time. */
  readonly ended_at?: number
}

type Dating = Pick<Clock, 'dated'>

/**
 * Returns the URL of the hosted page of a session or payment method intent. The secret follows the #: browsers send
 * that part to no server and pass it to no other page.
 */
export const pageUrl = (publicUrl: string, id: string, clientSecret: string): string =>
  `${publicUrl}/checkout/${id}#${clientSecret.slice(id.length + '_secret_'.length)}`

/** Returns the session as everyone may see it, with its expiry by the wall clock. */
export function shownSession(
  { failed_payments: _, opened_at: __, ended_at: ___, ...session }: SessionDocument,
  { dated }: Dating,
): CheckoutSession {
  return { ...session, expires_at: isoTime(dated(Date.parse(session.expires_at))) }
}

/** Returns the session as this caller may see it: its secret allows paying. @param publicUrl the current base URL */
export function sessionView(
  session: SessionDocument,
  { level }: Pick<Caller, 'level'>,
  publicUrl: string,
  dating: Dating,
): CheckoutSession {
  const shown = shownSession(session, dating)
  if (level === 'read_only') return { ...shown, url: null, client_secret: null }
  return { ...shown, url: pageUrl(publicUrl, session.id, session.client_secret) }
}

/** Makes an event in the style of section 6. */
export const sessionEvent = (
  what: 'created' | 'updated' | 'link_sent' | 'completed' | 'expired',
  session: SessionDocument,
  dating: Dating,
): NewEvent => ({
  account_id: session.account_id,
  type: `v2.checkout_session.${what}`,
  object: shownSession(session, dating),
})
