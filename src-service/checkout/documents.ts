import type { CheckoutSession } from '../../src-shared/api/schemas/checkout-session.ts'
import type { Caller } from '../caller.ts'
import type { OutboxEvent } from '../store/store.ts'

/** A session as it is kept. */
export interface SessionDocument extends CheckoutSession {
  readonly client_secret: string
  /** Payments that were begun and failed. */
  readonly failed_payments: number
}

/**
 * The hosted page of a session or a payment method intent. Its secret stands behind the #: browsers send that part to no
 * server, and name it to no other page.
 */
export const pageUrl = (publicUrl: string, id: string, clientSecret: string): string =>
  `${publicUrl}/checkout/${id}#${clientSecret.slice(id.length + '_secret_'.length)}`

/** What everybody may see of it. */
function shown({ failed_payments: _, ...session }: SessionDocument): CheckoutSession {
  return session
}

/** A session as this caller may see it: whoever has its secret can pay. @param publicUrl where the page is by now */
export function sessionView(
  session: SessionDocument,
  { level }: Pick<Caller, 'level'>,
  publicUrl: string,
): CheckoutSession {
  if (level === 'read_only') return { ...shown(session), url: null, client_secret: null }
  return { ...shown(session), url: pageUrl(publicUrl, session.id, session.client_secret) }
}

/** An event of section 6's style. */
export const sessionEvent = (
  what: 'created' | 'updated' | 'link_sent' | 'completed' | 'expired',
  session: SessionDocument,
): Omit<OutboxEvent, 'id' | 'created_at'> => ({
  account_id: session.account_id,
  type: `v2.checkout_session.${what}`,
  object: shown(session),
})
