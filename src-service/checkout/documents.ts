import type { CheckoutSession } from '../../src-shared/api/schemas/checkout-session.ts'
import type { Caller } from '../caller.ts'
import { type Clock, isoTime } from '../clock.ts'
import type { NewEvent } from '../store/store.ts'

/** A session as it is kept: `expires_at` by verified time. */
export interface SessionDocument extends CheckoutSession {
  readonly client_secret: string
  /** Payments that were begun and failed. */
  readonly failed_payments: number
  /** When it was created, ms by verified time. */
  readonly opened_at: number
  /** When it was expired, by its time or by somebody, ms by verified time. */
  readonly ended_at?: number
}

type Dating = Pick<Clock, 'dated'>

/**
 * The hosted page of a session or a payment method intent. Its secret stands behind the #: browsers send that part to no
 * server, and name it to no other page.
 */
export const pageUrl = (publicUrl: string, id: string, clientSecret: string): string =>
  `${publicUrl}/checkout/${id}#${clientSecret.slice(id.length + '_secret_'.length)}`

/** What everybody may see of it, its end as the wall clock dates it. */
export function shownSession(
  { failed_payments: _, opened_at: __, ended_at: ___, ...session }: SessionDocument,
  { dated }: Dating,
): CheckoutSession {
  return { ...session, expires_at: isoTime(dated(Date.parse(session.expires_at))) }
}

/** A session as this caller may see it: whoever has its secret can pay. @param publicUrl where the page is by now */
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

/** An event of section 6's style. */
export const sessionEvent = (
  what: 'created' | 'updated' | 'link_sent' | 'completed' | 'expired',
  session: SessionDocument,
  dating: Dating,
): NewEvent => ({
  account_id: session.account_id,
  type: `v2.checkout_session.${what}`,
  object: shownSession(session, dating),
})
