import type { CheckoutSession } from '../../src-shared/api/schemas/checkout-session.ts'

/** Columns of a checkout session that its document does not have by that name. */
export const sessionColumns = {
  /** Expiry, in ms since the epoch; NULL once the session has ended, so that the index holds only open ones. */
  open_until: ({ status, expires_at }: Pick<CheckoutSession, 'status' | 'expires_at'>) =>
    status === 'open' ? Date.parse(expires_at) : null,
} as const
